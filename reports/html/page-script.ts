import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';

/** Modules of the page, each behind those that it imports. */
const MODULES = ['conversation-nodes', 'finder', 'main'] as const;

let script: string | undefined;
let live: string | undefined;

/**
 * The page's only script: its modules as one, for a page that may load nothing can import nothing either. Its hash is in
 * the page's content security policy.
 */
export function pageScript(): string {
	script ??= scriptOf(MODULES);
	return script;
}

/** The only script of a list of runs, where one is under way. */
export function liveScript(): string {
	live ??= scriptOf(['live-rows']);
	return live;
}

function scriptOf(modules: readonly string[]): string {
	return `(() => {\n'use strict';\n${modules.map(moduleBody).join('')}})();`;
}

/** A module without its imports and exports; a checkout has it as TypeScript, the package compiled. */
function moduleBody(name: string): string {
	const kind = extname(import.meta.filename);
	const source = readFileSync(join(import.meta.dirname, 'script', `${name}${kind}`), 'utf8');
	const body = kind === '.ts' ? withoutTypes(source) : source;
	return body
		.replace(/^import [^;]*;$/gmu, '')
		.replace(/^export (?:\{\};)?/gmu, '')
		.replace(/\s+$/gmu, '\n');
}

/** Node warns once that stripping types is experimental; whoever asked for a report must not read that. */
function withoutTypes(source: string): string {
	const { emitWarning } = process;
	process.emitWarning = () => {};
	try {
		return stripTypeScriptTypes(source);
	} finally {
		process.emitWarning = emitWarning;
	}
}
