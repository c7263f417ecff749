import { committedFields } from '../bundle/committed-fields.ts';
import type { Committed, LogRecord } from '../model/record.ts';
import type { ContentForm } from './rows/excerpt.ts';

/** A content of a record: what it is of it, and how it is shown. */
export type RecordContent = Committed & { readonly field: string; readonly form: ContentForm };

/** Fields that hold a raw JSON value; the others hold UTF-8 text (docs/log-format.md). */
const JSON_FIELDS = /(?:^|\.)(?:body|seal|detail|result)$/;
const RAW_FIELDS = /(?:^|\.)input$/;

/** The contents that a record commits to. */
export function contentsOf({ data, kind }: LogRecord): readonly RecordContent[] {
  return committedFields(data).map(({ path, bytes, commitment }) => ({
    ...{ field: path === '' ? 'line' : path, bytes, commitment },
    form: formOf(path, kind),
  }));
}

function formOf(path: string, kind: LogRecord['kind']): ContentForm {
  if (RAW_FIELDS.test(path)) return 'raw';
  if (JSON_FIELDS.test(path)) return 'json';
  // A transcript's name of a tool is a JSON string of its line; a hook's is text.
  return kind === 'model.exchange' && path.endsWith('.name') ? 'json' : 'text';
}
