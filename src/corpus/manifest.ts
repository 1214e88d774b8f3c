import { z } from 'zod';
import { idField, parseJsonCorpus, textField } from './corpus-text.ts';

/** What `manifest.json` says of one corpus file. */
interface CorpusEntry {
	readonly name: string;
	/** File name, in the manifest's own folder. */
	readonly file: string;
	readonly version: string;
	/** SPDX identifier. */
	readonly licence: string;
	/** BCP 47. */
	readonly language: string;
	/** Rows of the file. */
	readonly count: number;
	/** Of the file's bytes, lower-case hex. */
	readonly sha256: string;
	readonly description: string;
}

/** What `manifest.json` says of one prompt file. */
type PromptEntry = Omit<CorpusEntry, 'count'>;

const fields = {
	name: idField,
	file: z
		.string()
		.max(100)
		.regex(/^[a-z0-9][a-z0-9.-]*$/, 'must be a file name in the same folder'),
	version: z.string().min(1).max(40),
	licence: z.enum(['CC-BY-4.0', 'Apache-2.0']),
	language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/),
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
	description: textField(300),
};

const corpusManifest: z.ZodType<{ readonly corpora: CorpusEntry[] }> = z.strictObject({
	corpora: z.array(z.strictObject({ ...fields, count: z.int().min(1) })),
});
const promptManifest: z.ZodType<{ readonly prompts: PromptEntry[] }> = z.strictObject({
	prompts: z.array(z.strictObject(fields)),
});

/** Reads `corpus/manifest.json`. Throws ConfigError. */
export function parseCorpusManifest(text: string, source: string): readonly CorpusEntry[] {
	return parseJsonCorpus(text, source, corpusManifest).corpora;
}

/** Reads `prompts/manifest.json`. Throws ConfigError. */
export function parsePromptManifest(text: string, source: string): readonly PromptEntry[] {
	return parseJsonCorpus(text, source, promptManifest).prompts;
}

/** A file of code that a config runs. */
export interface CodeFile {
	/** Relative to the config's folder, with `/`. */
	readonly name: string;
	/** Of its text with plain line ends, lower-case hex. */
	readonly sha256: string;
}

/** Which text it was. A file that no manifest knows is `unversioned`, one that differs from its manifest `1+edited`. */
export interface FileIdentity {
	readonly name: string;
	readonly version: string;
	/** Of the file's bytes, lower-case hex. */
	readonly sha256: string;
}
