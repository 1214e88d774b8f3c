import type { FileIdentity } from '../corpus/file-identity.ts';

/** What an app is made of, as far as it is data. */
const PARTS = ['system', 'tools', 'answers', 'state'] as const;
export type AppPart = (typeof PARTS)[number];

/** What the parts of an app are, wherever they are written; a part that is not told is absent. */
export type AppContent = { readonly [Part in AppPart]?: PartIdentity | undefined };

export interface PartIdentity {
	/** Lower-case hex. */
	readonly sha256: string;
	/** Of the app's files the one that it was read from. */
	readonly file?: string | undefined;
}

/** Parts that both tell: of any other nothing says whether it is the same. */
export function partsOfBoth(one: AppContent = {}, other: AppContent = {}): readonly AppPart[] {
	return PARTS.filter((part) => one[part] !== undefined && other[part] !== undefined);
}

/** `app.system` and so on, with the hash of each. */
export function partFields(content: AppContent = {}, parts: readonly AppPart[] = PARTS): readonly [string, string][] {
	return parts.flatMap((part): [string, string][] => {
		const { sha256 } = content[part] ?? {};
		return sha256 === undefined ? [] : [[`app.${part}`, sha256]];
	});
}

/** Of files those that tell more than the parts do: a part is the same in a file and beside it. */
export function filesBeside(
	files: readonly FileIdentity[],
	content: AppContent = {},
	parts: readonly AppPart[] = PARTS,
): readonly FileIdentity[] {
	const told = parts.map((part) => content[part]?.file);
	return files.filter(({ name }) => !told.includes(name));
}

/** The files that a suite's answers depend on, those left out that hold parts of its app. */
export function promptsBeside(
	{
		corpus,
		usesApp,
	}: { readonly corpus: { readonly prompts: readonly FileIdentity[] }; readonly usesApp?: boolean | undefined },
	content: AppContent | undefined,
	parts?: readonly AppPart[],
): readonly FileIdentity[] {
	return usesApp === false ? corpus.prompts : filesBeside(corpus.prompts, content, parts);
}
