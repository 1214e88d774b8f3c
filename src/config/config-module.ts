import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../errors/gemmark-error.ts';
import { thrownWithFolders } from '../errors/thrown-text.ts';
import { shownPath } from '../files/shown-path.ts';
import { brokenJson } from '../json/broken-json.ts';
import { readAsScriptHint, syntaxPlace } from './read-as-script.ts';

/** What a config gives, alone in a list. */
type Given = readonly [content: unknown];

/**
 * The default export of a config that is a module, or what it gives where it is a function. Throws {@link ConfigError}
 * where the module throws, exports none, or is not done in time. A module that computes without end is not interrupted.
 */
export async function importConfig(file: string, timeoutMs: number): Promise<Given> {
	const [content] = await withinTime(contentOf(file), file, timeoutMs);
	const broken = brokenJson();
	if (broken !== undefined) {
		throw new ConfigError(`${file}: it, or what it imports, has ${broken}`, {
			hint: 'Remove that: everything is read and written as JSON.',
		});
	}
	if (typeof content === 'object' && content !== null) return [content];
	throw new ConfigError(`${file}: its default export gives no config`, {
		hint: 'Write: export default defineConfig({ ... });',
	});
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
		throw toldFailure(thrown, file);
	}
}

async function withinTime(content: Promise<Given>, file: string, timeoutMs: number): Promise<Given> {
	const late = Promise.withResolvers<never>();
	const timer = setTimeout(() => {
		late.reject(
			new ConfigError(`${file}: gave no config within ${timeoutMs / 1000} seconds`, {
				hint: 'It may await something that never comes.',
			}),
		);
	}, timeoutMs);
	try {
		return await Promise.race([content, late.promise]);
	} finally {
		clearTimeout(timer);
	}
}

/** Who throws a Proxy may throw again from whatever is asked of it. */
function toldFailure(thrown: unknown, file: string): ConfigError {
	try {
		return moduleFailure(thrown, file);
	} catch {
		return new ConfigError(`${file}: throws what cannot be printed`, { hint: 'Correct the module.' });
	}
}

function moduleFailure(thrown: unknown, file: string): ConfigError {
	const line = lineIn(thrown, file);
	const place = line === undefined ? file : `${file}:${line}`;
	if (thrown instanceof ConfigError) {
		const { hint = 'Correct it there.', message } = thrown;
		return new ConfigError(`${place}: ${message}`, { hint, cause: thrown });
	}
	const syntax = line === undefined ? syntaxPlace(thrown) : undefined;
	const at = syntax === undefined ? '' : ` (at ${shownPath(syntax.path)}:${syntax.line})`;
	return new ConfigError(`${place}: throws ${thrownWithFolders(thrown)}${at}`, {
		hint: hintFor(thrown, file),
		cause: thrown,
	});
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
		return 'This Node takes no TypeScript: use 22.18 or later, or an .mjs file.';
	return `Correct the module; \`node ${file}\` may tell more.`;
}
