import { type English, en } from './messages.ts';

/**
 * A sentence in no language yet, as errors, logs and summaries hold it. Strings in `params` are names, paths and foreign
 * words: they are shown as they are.
 */
export interface Message {
	readonly code: string;
	readonly params: Readonly<Record<string, Param | undefined>>;
}

type Param = string | number | boolean | Message | readonly (string | number | Message)[];

/** A sentence of gemmark, or the words of somebody else, which are shown as they are. */
export type Said = Message | string;

/**
 * An entry of a catalogue: the sentence, and what to do about it where there is something to do. `{name}` is a param, a
 * message or a list of them said in the same language, `{name!}` a message with its remedy; `{n|sample|samples}` chooses
 * by a count; `[[ (near {name})]]` stands only where all of its params do.
 */
export type Entry = string | readonly [text: string, remedy: string];

type Slots<T extends string> = T extends `${string}{${infer Slot}}${infer Rest}` ? NameOf<Slot> | Slots<Rest> : never;
type NameOf<T extends string> = T extends `${infer Name}|${string}` | `${infer Name}!` ? Name : T;
type Always<T extends string> = T extends `${infer Before}[[${string}]]${infer After}`
	? `${Before}${Always<After>}`
	: T;
type Names<E> = E extends readonly [infer T extends string, infer R extends string]
	? Slots<T> | Slots<R>
	: E extends string
		? Slots<E>
		: never;
type Needed<E> = E extends readonly [infer T extends string, infer R extends string]
	? Slots<Always<T>> | Slots<Always<R>>
	: E extends string
		? Slots<Always<E>>
		: never;

export type Code = keyof English;

/** What a sentence has to be given. */
export type Params<C extends Code> = { readonly [K in Needed<English[C]>]: Param } & {
	readonly [K in Exclude<Names<English[C]>, Needed<English[C]>>]?: Param | undefined;
};

/** Another language has every code of C; its sentences may use the params that English has, and no other. */
export type Catalogue<T extends Readonly<Record<string, Entry>>, C extends Code> = Readonly<Record<C, Entry>> & {
	readonly [K in keyof T]: K extends C ? (Names<T[K]> extends Names<English[K]> ? T[K] : never) : never;
};

export function message<C extends Code>(
	code: C,
	...[params]: Names<English[C]> extends never ? [] : [params: Params<C>]
): Message {
	return { code, params: params ?? {} };
}

/** What is said, in English. A text stands as it is. */
export function english(said: Message | string): string {
	return say(said, en);
}

/** The same of what may not be said. */
export function englishOf(said: Said | undefined): string | undefined {
	return said === undefined ? undefined : english(said);
}

/** Each once, by what it says. */
export function distinct(all: readonly Said[]): readonly Said[] {
	return [...new Map(all.map((said) => [english(said), said])).values()];
}

/** What is said, in the language of a catalogue; a code that it does not have stands with its params. */
export function say(said: Message | string, catalogue: Readonly<Record<string, Entry>>): string {
	if (typeof said === 'string') return said;
	const entry = entryOf(said, catalogue);
	if (entry === undefined)
		return [
			said.code,
			...Object.entries(said.params).map(([name, value]) => `${name}=${shown(value, catalogue)}`),
		].join(' ');
	return filled(typeof entry === 'string' ? entry : entry[0], said.params, catalogue);
}

/** What to do about it, where the catalogue knows. */
export function remedyOf(said: Message | string, catalogue: Readonly<Record<string, Entry>> = en): string | undefined {
	if (typeof said === 'string') return undefined;
	const entry = entryOf(said, catalogue);
	return typeof entry === 'object' ? filled(entry[1], said.params, catalogue) : undefined;
}

function entryOf({ code }: Message, catalogue: Readonly<Record<string, Entry>>): Entry | undefined {
	return Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;
}

function filled(text: string, params: Message['params'], catalogue: Readonly<Record<string, Entry>>): string {
	return text
		.replaceAll(OPTIONAL, (_, part: string) =>
			Array.from(part.matchAll(SLOT)).every(([, name = '']) => params[name] !== undefined) ? part : '',
		)
		.replaceAll(SLOT, (_, name: string, whole: string, one?: string, many?: string) => {
			if (one !== undefined) return String((params[name] === 1 ? one : many) ?? '');
			const remedy = whole === '!' ? remedyOf(params[name] as Message, catalogue) : undefined;
			return `${shown(params[name], catalogue)}${remedy === undefined ? '' : `. ${remedy}`}`;
		});
}

const OPTIONAL = /\[\[(.*?)\]\]/gsu;
const SLOT = /\{(\w+)(!?)(?:\|([^{}|]*)\|([^{}|]*))?\}/gu;

function shown(param: Param | undefined, catalogue: Readonly<Record<string, Entry>>): string {
	if (Array.isArray(param)) return param.map((one) => shown(one, catalogue)).join(', ');
	return typeof param === 'object' ? say(param as Message, catalogue) : String(param ?? '');
}

/**
 * A count with its noun, in English: `1 sample`, `2 samples`, `0 samples`; a verb may stand behind it
 * (`counted(n, 'sample is', 'samples are')`). A count that people read may come as they read it: `1,234`.
 */
export function counted(count: number | string, one: string, many: string = `${one}s`): string {
	return `${count} ${plural(count, one, many)}`;
}

/** The noun alone, where something stands between it and its count. */
export function plural(count: number | string, one: string, many: string = `${one}s`): string {
	return String(count) === '1' ? one : many;
}
