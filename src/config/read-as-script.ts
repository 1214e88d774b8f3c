import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { shownPath } from '../files/shown-path.ts';

/**
 * What to do where a config, or a file that it imports, is written as a module and Node reads it as a script, since the
 * nearest package.json says "commonjs", as `npm init` writes it. Undefined where that is not why it was thrown.
 */
export function readAsScriptHint(thrown: unknown, file: string): string | undefined {
	if (!(thrown instanceof SyntaxError)) return undefined;
	const where = syntaxPlace(thrown)?.path ?? resolve(file);
	const imported = UNEXPORTED.exec(thrown.message)?.[1];
	const script = imported === undefined ? where : resolve(dirname(where), imported);
	const isScript = imported === undefined ? READ_AS_SCRIPT.test(thrown.message) : isModuleInCommonJs(script);
	if (!isScript) return undefined;
	const name = basename(script).replace(/[cm]?(?=[jt]s$)/u, 'm');
	return script === resolve(file)
		? `Its package.json has it read as CommonJS: write "type": "module" there, or name the file ${name}.`
		: `The package.json of ${shownPath(script)} has it read as CommonJS: write "type": "module" there, or name that file ${name}, also where it is imported.`;
}

/** The file and line that a syntax error is in, which may be one that the config imports. */
export function syntaxPlace(thrown: unknown): { readonly path: string; readonly line: string } | undefined {
	if (!(thrown instanceof SyntaxError)) return undefined;
	const [, at, line] = PLACE.exec(String(thrown.stack)) ?? [];
	return at === undefined || line === undefined ? undefined : { path: pathOf(at), line };
}

/** Ahead of a syntax error Node names the file: by its path or URL. */
const PLACE = /^((?:file:|[\\/]|[A-Za-z]:[\\/])[^\n]*):(\d+)\n/u;

const READ_AS_SCRIPT =
	/import statement outside a module|Unexpected token 'export'|await is only valid|'import\.meta'/u;

/** A file that is imported as a module, of which a script has no names. */
const UNEXPORTED = /The requested module '(\.{1,2}\/[^']+)' (?:does not provide an export|is a CommonJS module)/u;

function isModuleInCommonJs(path: string): boolean {
	try {
		if (!/\.[jt]s$/u.test(path) || !/^\s*(?:import|export)\b/mu.test(readFileSync(path, 'utf8'))) return false;
		const found = findPackageJSON(pathToFileURL(path));
		return found !== undefined && JSON.parse(readFileSync(found, 'utf8')).type === 'commonjs';
	} catch {
		return false;
	}
}

function pathOf(place: string): string {
	return place.startsWith('file:') ? fileURLToPath(place) : place;
}
