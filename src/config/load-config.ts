import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { noteRead, readRegularFile, readTextFile, shownPath } from '../base/read-file.ts';
import { thrownWithFolders } from '../base/thrown.ts';
import type { CodeFile } from '../corpus/manifest.ts';
import { within } from '../model/watchdog.ts';
import { codeState } from './code-state.ts';
import { MAX_DATA_BYTES, parseData } from './data-text.ts';
import type { LineOf } from './issue.ts';

/** A config, not yet checked. */
export interface LoadedConfig {
	/** As shown to users: relative to the working folder if inside it. */
	readonly file: string;
	/** Absolute; paths of the config are relative to it. */
	readonly folder: string;
	readonly content: unknown;
	/** Files of a module, its main file first. */
	readonly code?: readonly CodeFile[];
	/** For YAML and JSON only. */
	readonly lineOf?: LineOf;
}

interface LoadConfigOptions {
	/** Time limit of a module, milliseconds (default 10,000). */
	readonly timeoutMs?: number;
}

/** Reads YAML or JSON, or runs a module. Throws {@link ConfigError} naming file and, if known, line. */
export async function loadConfig(path: string, { timeoutMs = 10_000 }: LoadConfigOptions = {}): Promise<LoadedConfig> {
	const absolute = resolve(path);
	const file = shownPath(absolute);
	const folder = dirname(absolute);
	const { text } = readTextFile(file, MAX_DATA_BYTES);
	if (!/\.[cm]?[jt]s$/u.test(file)) return { file, folder, ...parseData(text, file) };
	const code = configCode(absolute);
	const [content] = await importConfig(file, timeoutMs);
	return { file, folder, content, code };
}

/**
 * The file of a module, then the local files that it imports, directly or not, by name. Computed paths, data files, packages
 * and type imports are not included.
 */
function configCode(file: string): readonly CodeFile[] {
	const main = realpathSync(file);
	const found = new Map<string, string>();
	follow(main, found);
	const files = Array.from(found, ([path, sha256]) => {
		return { name: relative(dirname(main), path).split(sep).join('/'), sha256 };
	});
	return [...files.slice(0, 1), ...files.slice(1).toSorted((one, other) => (one.name < other.name ? -1 : 1))];
}

function follow(file: string, found: Map<string, string>): void {
	noteRead(file);
	let text: string;
	try {
		text = readRegularFile(file, MAX_DATA_BYTES).toString('latin1').replaceAll('\r\n', '\n');
	} catch {
		// Its import will fail.
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

/** As CommonJS resolves it, without an ending too. */
function resolvedBy(resolve: NodeJS.Require['resolve'], specifier: string): string | undefined {
	try {
		return resolve(specifier);
	} catch {
		return undefined;
	}
}

const LOCAL_IMPORT = /\b(?:from|import|require)\s*(?:\(\s*)?(['"])(\.{1,2}\/[^'"\n]+)\1/gu;
const TYPES_ALONE = /\b(?:import|export)\s+type\s+(?!from\b)[^'";]*?from\s*(['"])[^'"\n]*\1/gu;

/** Content in a list, because an async function awaits what it returns and a Proxy may throw then. */
type Boxed = readonly [content: unknown];

/**
 * The default export of a module, or its result if it is a function. Throws {@link ConfigError} if the module throws, has no
 * default export or times out; an endless computation is not interrupted.
 */
async function importConfig(file: string, timeoutMs: number): Promise<Boxed> {
	const [content] = await within(
		contentOf(file),
		timeoutMs,
		() => new ConfigError(message('config.timeout', { file, seconds: timeoutMs / 1000 })),
	);
	if (typeof content === 'object' && content !== null) return [content];
	throw new ConfigError(message('config.no-export', { file }));
}

async function contentOf(file: string): Promise<Boxed> {
	codeState.ran = true;
	try {
		const { default: given } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default?: unknown };
		return [typeof given === 'function' ? await given() : await given];
	} catch (thrown) {
		throw moduleFailure(thrown, file);
	}
}

function moduleFailure(thrown: unknown, file: string): ConfigError {
	const line = lineIn(thrown, file);
	const place = line === undefined ? file : `${file}:${line}`;
	if (thrown instanceof ConfigError) {
		const { hint, said } = thrown;
		return new ConfigError(message('config.module', { place, said }), {
			hint,
			cause: thrown,
		});
	}
	const syntax = line === undefined ? syntaxPlace(thrown) : undefined;
	const at = syntax === undefined ? '' : ` (at ${shownPath(syntax.path)}:${syntax.line})`;
	const said = message('config.module-threw', { place, thrown: `${thrownWithFolders(thrown)}${at}` });
	return new ConfigError(said, { hint: hintFor(thrown, file), cause: thrown });
}

/** Stacks have the URL of a module, or with other loaders its path. */
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

/** Remedy for a module that Node reads as a script because of "commonjs" in package.json, which `npm init` writes. */
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
		: `The package.json of ${shownPath(script)} makes it CommonJS: set "type": "module" there, or rename that file to ${name}, and update its imports.`;
}

/** File and line of a syntax error, possibly in an imported file. */
function syntaxPlace(thrown: unknown): { readonly path: string; readonly line: string } | undefined {
	if (!(thrown instanceof SyntaxError)) return undefined;
	const [, at, line] = PLACE.exec(String(thrown.stack)) ?? [];
	return at === undefined || line === undefined ? undefined : { path: pathOf(at), line };
}

/** Node prints the file of a syntax error first, as a path or URL. */
const PLACE = /^((?:file:|[\\/]|[A-Za-z]:[\\/])[^\n]*):(\d+)\n/u;

const READ_AS_SCRIPT =
	/import statement outside a module|Unexpected token 'export'|await is only valid|'import\.meta'/u;

/** A module import of a script, which has no named exports. */
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
