import { createRequire } from 'node:module';
import type { Document, Node } from 'yaml';
import { ConfigError } from '../base/errors.ts';
import { type JsonValue, nestsWithin } from '../base/json.ts';
import { isRounded } from '../base/json-loss.ts';
import { message } from '../base/message.ts';
import { withoutSchemaKey } from '../corpus/corpus-text.ts';
import { singleLine } from '../text/text.ts';
import type { LineOf } from './issue.ts';

/** Largest YAML or JSON file, bytes; it takes seconds to read. */
export const MAX_DATA_BYTES = 2_000_000;

export interface DataText {
	readonly content: JsonValue;
	readonly lineOf: LineOf;
	/** Whether it has an integer that JavaScript rounds. */
	readonly rounds?: boolean;
}

/** Reads YAML, or JSON if `source` ends with `.json`. Throws {@link ConfigError} naming file and line. */
export function parseData(text: string, source: string): DataText {
	const { LineCounter, parseDocument } = yaml();
	const lines = new LineCounter();
	const lineAt = (offset: number): number => lines.linePos(offset).line;
	const document = parseDocument(text, {
		lineCounter: lines,
		prettyErrors: false,
		logLevel: 'error',
		merge: true,
		...(source.endsWith('.json') ? { schema: 'json' } : {}),
	});
	const problem = document.errors[0] ?? document.warnings[0];
	if (problem !== undefined) {
		const line = lineAt(problem.pos[0]);
		if (source.endsWith('.json')) throw notJson(text, source, line, problem);
		throw new ConfigError(message('file.not-yaml', { place: `${source}:${line}`, problem: plain(problem) }), {
			cause: problem,
		});
	}
	const rounds = checkNodes(document, source, lineAt);
	const content = contentOf(document, source);
	if (content === null) throw new ConfigError(message('file.empty', { source }));
	if (!nestsWithin(content, MAX_DEPTH)) {
		throw new ConfigError(message('file.too-deep', { source, limit: MAX_DEPTH }));
	}
	return { content: withoutSchemaKey(content), lineOf: (path) => lineIn(document.contents, path, lineAt), rounds };
}

/** Most uses of one anchor, counted with those inside it: a small file could be huge. */
const MAX_ALIASES = 100;

function contentOf(document: Document, source: string): JsonValue {
	try {
		return document.toJS({ maxAliasCount: MAX_ALIASES }) as JsonValue;
	} catch (cause) {
		if (!(cause instanceof ReferenceError)) throw cause;
		throw new ConfigError(message('file.yaml-aliases', { source, limit: MAX_ALIASES }), { cause });
	}
}

/** With the reason of `JSON.parse`, if it fails there too; it accepts duplicate names. */
function notJson(
	text: string,
	source: string,
	line: number,
	problem: { readonly code: string; readonly message: string },
): ConfigError {
	let reason = plain(problem);
	let at = line;
	try {
		JSON.parse(text);
	} catch (cause) {
		const message = singleLine((cause as Error).message);
		at = Number(/\(line (\d+) column/u.exec(message)?.[1] ?? line);
		if (problem.code !== 'RESOURCE_EXHAUSTION') reason = message.replace(/,? (?:in JSON at position|\.{0,3}").*$/u, '');
	}
	return new ConfigError(message('file.not-json', { place: `${source}:${at}`, problem: reason }), { cause: problem });
}

export const MAX_DEPTH = 100;

function plain({ code, message }: { readonly code: string; readonly message: string }): string {
	if (code === 'RESOURCE_EXHAUSTION') return `nested deeper than ${MAX_DEPTH} levels`;
	return code === 'MULTIPLE_DOCS' ? 'has more than one document' : singleLine(message);
}

/** Whether an integer is rounded. Throws for `__proto__`, and for an alias without an anchor before it, or inside it. */
function checkNodes(document: Document, source: string, lineAt: (offset: number) => number): boolean {
	const { isAlias, isNode, isScalar, visit } = yaml();
	const anchors = new Set<string>();
	let rounds = false;
	visit(document, (key, node, path) => {
		rounds ||= isScalar(node) && typeof node.value === 'number' && isRounded(node.source ?? '');
		const line = (): number => lineAt((node as Node | null)?.range?.[0] ?? 0);
		if (isAlias(node)) {
			const inside = path.some((above) => 'anchor' in above && above.anchor === node.source);
			if (inside || !anchors.has(node.source)) {
				throw new ConfigError(message('file.yaml-alias', { place: `${source}:${line()}`, alias: node.source }));
			}
		} else if (isNode(node) && node.anchor !== undefined) anchors.add(node.anchor);
		if (key === 'key' && isScalar(node) && node.value === '__proto__') {
			throw new ConfigError(message('file.proto', { place: `${source}:${line()}` }));
		}
	});
	return rounds;
}

function lineIn(
	contents: unknown,
	path: readonly PropertyKey[],
	lineAt: (offset: number) => number,
): number | undefined {
	const { isMap, isScalar, isSeq } = yaml();
	let node = contents;
	let start = (node as Node | null)?.range?.[0];
	for (const step of path) {
		const found = isMap(node)
			? node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step))
			: undefined;
		const item = isSeq(node) && typeof step === 'number' ? node.items[step] : found?.value;
		const next = ((found?.key ?? item) as Node | null | undefined)?.range?.[0];
		if (next === undefined) break;
		start = next;
		node = item;
	}
	return start === undefined ? undefined : lineAt(start);
}

/** Loaded with the first file: its 72 modules are slow to load. */
function yaml(): typeof import('yaml') {
	return createRequire(import.meta.url)('yaml');
}
