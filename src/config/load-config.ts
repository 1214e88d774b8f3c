import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { readRegularFile, readTextFile, shownPath } from '../base/read-file.ts';
import { thrownWithFolders } from '../base/thrown.ts';
import type { CodeFile } from '../corpus/manifest.ts';
import { within } from '../model/watchdog.ts';
import { MAX_DATA_BYTES, parseData } from './data-text.ts';
import type { LineOf } from './issue.ts';

/** A config as it was written, not yet checked. */
export interface LoadedConfig {
	/** As people read it: relative to the working folder where it lies within. */
	readonly file: string;
	/** Absolute; what the config's paths are relative to. */
	readonly folder: string;
	readonly content: unknown;
	/** Of a module: its own file first. */
	readonly code?: readonly CodeFile[];
	/** Of YAML and JSON; a module has none. */
	readonly lineOf?: LineOf;
}

interface LoadConfigOptions {
	/** Longest that a module may take, milliseconds (default 10,000). */
	readonly timeoutMs?: number;
}

/** Reads YAML or JSON, or runs a module. Throws {@link ConfigError} naming file and, where it is known, line. */
export async function loadConfig(path: string, { timeoutMs = 10_000 }: LoadConfigOptions = {}): Promise<LoadedConfig> {
	const absolute = resolve(path);
	const file = shownPath(absolute);
	const folder = dirname(absolute);
	const { text } = readTextFile(file, MAX_DATA_BYTES);
	if (isModule(file)) {
		const [content] = await importConfig(file, timeoutMs);
		return { file, folder, content, code: configCode(absolute) };
	}
	return { file, folder, ...parseData(text, file) };
}

/** Whether a config is code of the operator's, which runs during an evaluation. */
function isModule(file: string): boolean {
	return /\.[cm]?[jt]s$/u.test(file);
}

/**
 * The file of a config that is a module, then the local files that it imports, and these import, by name. Their texts are
 * read, not run: a path that is computed, what is read as data, and packages are not among them, nor what only types name.
 */
export function configCode(file: string): readonly CodeFile[] {
	const own = realpathSync(file);
	const found = new Map<string, string>();
	follow(own, found);
	const files = Array.from(found, ([path, sha256]) => {
		return { name: relative(dirname(own), path).split(sep).join('/'), sha256 };
	});
	return [...files.slice(0, 1), ...files.slice(1).toSorted((one, other) => (one.name < other.name ? -1 : 1))];
}

function follow(file: string, found: Map<string, string>): void {
	let text: string;
	try {
		text = readRegularFile(file, MAX_DATA_BYTES).toString('latin1').replaceAll('\r\n', '\n');
	} catch {
		// What is imported and cannot be read has failed already.
		return;
	}
	found.set(file, createHash('sha256').update(text, 'latin1').digest('hex'));
	if (!/\.[cm]?[jt]sx?$/u.test(file)) return;
	const source = Buffer.from(text, 'latin1').toString('utf8').replaceAll(TYPES_ALONE, '');
	const { resolve } = createRequire(file);
	for (const [, , specifier = ''] of source.matchAll(LOCAL_IMPORT)) {
		const path = resolvedBy(resolve, specifier.replace(/[?#].*$/u, ''));
		if (path !== undefined && !found.has(path) && !path.includes(`${sep}node_modules${sep}`)) follow(path, found);
	}
}

/** Also as CommonJS finds it, without its ending. */
function resolvedBy(resolve: NodeJS.Require['resolve'], specifier: string): string | undefined {
	try {
		return resolve(specifier);
	} catch {
		return undefined;
	}
}

const LOCAL_IMPORT = /\b(?:from|import|require)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/gu;
const TYPES_ALONE = /\b(?:import|export)\s+type\s+(?!from\b)[^'";]*?from\s*(['"])[^'"\n]*\1/gu;

/** What a config gives, alone in a list. */
type Given = readonly [content: unknown];

/**
 * The default export of a config that is a module, or what it gives where it is a function. Throws {@link ConfigError}
 * where the module throws, exports none, or is not done in time. A module that computes without end is not interrupted.
 */
async function importConfig(file: string, timeoutMs: number): Promise<Given> {
	const [content] = await withinTime(contentOf(file), file, timeoutMs);
	if (typeof content === 'object' && content !== null) return [content];
	throw new ConfigError(message('config.no-export', { file }));
}

/** Whether code of a config has run in this process: it may have left something open. */
export function hasRunConfigCode(): boolean {
	return hasRun;
}

let hasRun = false;

/** In a list, as whatever leaves an async function by itself is asked whether it is a promise. */
async function contentOf(file: string): Promise<Given> {
	hasRun = true;
	try {
		const { default: given } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default?: unknown };
		// Awaited in here: a Proxy may throw where it is asked whether it is a promise.
		return [typeof given === 'function' ? await given() : await given];
	} catch (thrown) {
		throw moduleFailure(thrown, file);
	}
}

async function withinTime(content: Promise<Given>, file: string, timeoutMs: number): Promise<Given> {
	return within(
		content,
		timeoutMs,
		() => new ConfigError(message('config.timeout', { file, seconds: timeoutMs / 1000 })),
	);
}

function moduleFailure(thrown: unknown, file: string): ConfigError {
	const line = lineIn(thrown, file);
	const place = line === undefined ? file : `${file}:${line}`;
	if (thrown instanceof ConfigError) {
		const { hint, said } = thrown;
		return new ConfigError(message('config.module', { place, said }), {
			...(hint !== undefined && { hint }),
			cause: thrown,
		});
	}
	const syntax = line === undefined ? syntaxPlace(thrown) : undefined;
	const at = syntax === undefined ? '' : ` (at ${shownPath(syntax.path)}:${syntax.line})`;
	const said = message('config.module-threw', { place, thrown: `${thrownWithFolders(thrown)}${at}` });
	return new ConfigError(said, { hint: hintFor(thrown, file), cause: thrown });
}

/** Node names a module by its URL in frames and ahead of syntax errors; loaders of others by its path. */
function lineIn(thrown: unknown, file: string): string | undefined {
	const stack = thrown instanceof Error ? String(thrown.stack) : '';
	for (const name of [pathToFileURL(file).href, resolve(file)]) {
		const at = stack.indexOf(`${name}:`);
		const line = at === -1 ? undefined : /^\d+/u.exec(stack.slice(at + name.length + 1))?.[0];
		if (line !== undefined) return line;
	}
	return undefined;
}

function hintFor(thrown: unknown, file: string): string {
	const { code, message } = thrown instanceof Error ? (thrown as NodeJS.ErrnoException) : { code: '', message: '' };
	if (code === 'ERR_MODULE_NOT_FOUND' && message.includes("'gemmark'")) {
		return 'Install gemmark in its folder: npm install --save-dev gemmark.';
	}
	const asScript = readAsScriptHint(thrown, file);
	if (asScript !== undefined) return asScript;
	if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
		return 'This Node cannot run TypeScript: use 22.18 or later, or an .mjs file.';
	return `Fix the module. \`node ${file}\` may show more.`;
}

/**
 * What to do where a config, or a file that it imports, is written as a module and Node reads it as a script, since the
 * nearest package.json says "commonjs", as `npm init` writes it. Undefined where that is not why it was thrown.
 */
function readAsScriptHint(thrown: unknown, file: string): string | undefined {
	if (!(thrown instanceof SyntaxError)) return undefined;
	const where = syntaxPlace(thrown)?.path ?? resolve(file);
	const imported = UNEXPORTED.exec(thrown.message)?.[1];
	const script = imported === undefined ? where : resolve(dirname(where), imported);
	const isScript = imported === undefined ? READ_AS_SCRIPT.test(thrown.message) : isModuleInCommonJs(script);
	if (!isScript) return undefined;
	const name = basename(script).replace(/[cm]?(?=[jt]s$)/u, 'm');
	return script === resolve(file)
		? `Its package.json makes it CommonJS: set "type": "module" there, or rename the file to ${name}.`
		: `The package.json of ${shownPath(script)} makes it CommonJS: set "type": "module" there, or rename that file to ${name}, also where it is imported.`;
}

/** The file and line that a syntax error is in, which may be one that the config imports. */
function syntaxPlace(thrown: unknown): { readonly path: string; readonly line: string } | undefined {
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
