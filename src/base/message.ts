import { type English, en } from './messages.ts';

/**
 * A sentence without a language, as errors, logs and summaries have it. Strings in `params` are names, paths and
 * foreign text, shown unchanged.
 */
export interface Message {
	readonly code: string;
	readonly params: Readonly<Record<string, Param | undefined>>;
}

type Param = string | number | boolean | Message | readonly (string | number | Message)[];

/** A message, or someone else's text, shown unchanged. */
export type Said = Message | string;

/**
 * A catalogue's sentence, with its remedy if it has one. `{name}` is a param, a message or a list of them in the same
 * language; `{name!}` a message with its remedy; `{n|sample|samples}` chooses by count; `[[ (near {name})]]` is shown
 * only if all of its params exist.
 */
export type Entry = string | readonly [text: string, remedy: string];

/** Names of a template's slots. */
export type Slots<T extends string> = T extends `${string}{${infer Slot}}${infer Rest}`
	? NameOf<Slot> | Slots<Rest>
	: never;
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

/** The params of a sentence. */
export type Params<C extends Code> = ParamsOf<English[C]>;
/** The params of a template. */
export type ParamsOf<E> = { readonly [K in Needed<E>]: Param } & {
	readonly [K in Exclude<Names<E>, Needed<E>>]?: Param;
};

/** A translation has every code of C, and uses only params that English has. */
export type Catalogue<T extends Readonly<Record<string, Entry>>, C extends Code> = Readonly<Record<C, Entry>> & {
	readonly [K in keyof T]: K extends C ? (Names<T[K]> extends Names<English[K]> ? T[K] : never) : never;
};

export function message<C extends Code>(
	code: C,
	...[params]: Names<English[C]> extends never ? [] : [params: Params<C>]
): Message {
	return { code, params: params ?? {} };
}

/** The English text; foreign text is unchanged. */
export function english(said: Message | string): string {
	return say(said, en);
}

/** {@link english} of an optional message. */
export function englishOf(said: Said | undefined): string | undefined {
	return said === undefined ? undefined : english(said);
}

/** Removes duplicates by text. */
export function distinct(all: readonly Said[]): readonly Said[] {
	return [...new Map(all.map((said) => [english(said), said])).values()];
}

/** The text in a catalogue's language; an unknown code is shown with its params. */
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

/** The remedy, if the catalogue has one. */
export function remedyOf(said: Message | string, catalogue: Readonly<Record<string, Entry>> = en): string | undefined {
	if (typeof said === 'string') return undefined;
	const entry = entryOf(said, catalogue);
	return typeof entry === 'object' ? filled(entry[1], said.params, catalogue) : undefined;
}

function entryOf({ code }: Message, catalogue: Readonly<Record<string, Entry>>): Entry | undefined {
	return Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;
}

/** A template with its params. */
export function filled(text: string, params: Message['params'], catalogue: Readonly<Record<string, Entry>>): string {
	return text
		.replaceAll(OPTIONAL, (_, part: string) =>
			Array.from(part.matchAll(SLOT)).every(([, name = '']) => params[name] !== undefined) ? part : '',
		)
		.replaceAll(SLOT, (_, name: string, whole: string, one?: string, many?: string) => {
			if (one !== undefined) return plural(String(params[name]), one, many);
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
 * An English count with its noun: `1 sample`, `2 samples`; `counted(n, 'sample is', 'samples are')`. The count may be
 * formatted: `1,234`.
 */
export function counted(count: number | string, one: string, many: string = `${one}s`): string {
	return `${count} ${plural(count, one, many)}`;
}

/** The noun alone, for text between it and its count. */
export function plural(count: number | string, one: string, many: string = `${one}s`): string {
	return String(count) === '1' ? one : many;
}
