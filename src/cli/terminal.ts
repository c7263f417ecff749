/** What a command prints of foreign text goes through these. */
export { inert, inertJson, inertLine } from '../bytes/inert.ts';
