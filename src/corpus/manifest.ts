import { z } from 'zod';
import { type Parsed, text } from '../base/border.ts';
import { idField, parseJsonCorpus, textField } from './corpus-text.ts';

const prompt = z.strictObject({
	name: idField,
	/** File name, in the manifest's own folder. */
	file: z
		.string()
		.max(100)
		.regex(/^[a-z0-9][a-z0-9.-]*$/, 'must be a file name in the same folder'),
	version: z.string().min(1).max(40),
	/** SPDX identifier. */
	licence: z.enum(['CC-BY-4.0', 'Apache-2.0']),
	/** BCP 47. */
	language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/),
	/** Of the file's bytes, lower-case hex. */
	sha256: z.string().regex(/^[0-9a-f]{64}$/),
	description: textField(300),
});
/** `count`: rows of the file. */
const corpus = prompt.extend({ count: z.int().min(1) });

const corpusManifest = z.strictObject({ corpora: z.array(corpus) });
const promptManifest = z.strictObject({ prompts: z.array(prompt) });

/** Reads `corpus/manifest.json`. Throws ConfigError. */
export function parseCorpusManifest(text: string, source: string): readonly z.output<typeof corpus>[] {
	return parseJsonCorpus(text, source, corpusManifest).corpora;
}

/** Reads `prompts/manifest.json`. Throws ConfigError. */
export function parsePromptManifest(text: string, source: string): readonly z.output<typeof prompt>[] {
	return parseJsonCorpus(text, source, promptManifest).prompts;
}

/** A file of code that a config runs. */
export interface CodeFile extends Parsed<typeof codeFile> {}

export const codeFile = z.looseObject({
	/** Relative to the config's folder, with `/`. */
	name: text,
	/** Of its text with plain line ends, lower-case hex. */
	sha256: text,
});

/** Which text it was. A file that no manifest knows is `unversioned`, one that differs from its manifest `1+edited`. */
export interface FileIdentity extends Parsed<typeof fileIdentity> {}

/** `sha256`: of the file's bytes, lower-case hex. */
export const fileIdentity = z.looseObject({ name: text, version: text, sha256: text });
