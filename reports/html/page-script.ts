import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';

/** In order: a module follows those that it imports. */
const MODULES = ['conversation-nodes', 'finder', 'main'] as const;

let script: string | undefined;

/** The modules of the page as one script, since its content security policy forbids imports. */
export function pageScript(): string {
	script ??= scriptOf(MODULES);
	return script;
}

/** Filters the list of runs by its fields, and keeps unfinished runs up to date. */
export function listScript(): string {
	return scriptOf(['run-list']);
}

/** Filters the results of a comparison. */
export function comparisonScript(): string {
	return scriptOf(['flip-filter']);
}

function scriptOf(modules: readonly string[]): string {
	return `(() => {\n'use strict';\n${modules.map(moduleBody).join('')}})();`;
}

/** A module without imports and exports; TypeScript in a checkout, compiled in the package. */
function moduleBody(name: string): string {
	const kind = extname(import.meta.filename);
	const source = readFileSync(join(import.meta.dirname, 'script', `${name}${kind}`), 'utf8');
	const body = kind === '.ts' ? withoutTypes(source) : source;
	return body
		.replace(/^import [^;]*;$/gmu, '')
		.replace(/^export (?:\{\};)?/gmu, '')
		.replace(/\s+$/gmu, '\n');
}

/** Hides Node's warning that stripping types is experimental. */
function withoutTypes(source: string): string {
	const { emitWarning } = process;
	process.emitWarning = () => {};
	try {
		return stripTypeScriptTypes(source);
	} finally {
		process.emitWarning = emitWarning;
	}
}
