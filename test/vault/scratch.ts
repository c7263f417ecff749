import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Vault, type VaultOptions } from '../../src/vault/vault.ts';

export const DAY = '2026-11-30';
export const START = Date.parse(`${DAY}T16:25:00.000Z`);
export const DAY_MS = 86_400_000;

/** A vault's folder, removed after the test. */
export function vaultFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'tracekit-vault-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const vault = join(root, 'vault');
  mkdirSync(vault);
  return vault;
}

export function openVault(vault: string, options: Partial<VaultOptions> = {}): Promise<Vault> {
  return Vault.open({ vault, clock: () => START, ...options });
}

export const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** Bytes that differ at every place within reach of a mistake by one. */
export function pattern(length: number): Buffer {
  const content = Buffer.alloc(length);
  for (let i = 0; i + 4 <= length; i += 4) content.writeUInt32LE(i, i);
  return content;
}

export async function textOf(vault: Vault, commitment: string): Promise<string | undefined> {
  const opened = await vault.get(commitment);
  return opened === undefined ? undefined : Buffer.from(opened.content).toString();
}
