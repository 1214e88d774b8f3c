import { z } from 'zod';
import type { EngineIdentity, ModelIdentity } from '../../model/identity.ts';

/** Checks for the fields of an identity, which logs and user's runners share with different error messages. */
export interface FieldChecks {
	readonly text: z.ZodType;
	/** In a log also a message. */
	readonly said: z.ZodType;
	readonly flag: z.ZodType;
	readonly amount: z.ZodType;
	readonly sequences: z.ZodType;
	/** One of a closed set of words; a log may have one of a later version. */
	readonly word: (words: readonly string[]) => z.ZodType;
}

export function modelFields({ text, flag, amount }: FieldChecks): Readonly<Record<keyof ModelIdentity, z.ZodType>> {
	return {
		name: text,
		title: text.optional(),
		sizeBytes: amount.optional(),
		sha256: text.optional(),
		digest: text.optional(),
		pathSha256: text.optional(),
		architecture: text.optional(),
		quantization: text.optional(),
		parameters: amount.optional(),
		templateSha256: text.optional(),
		templateName: text.optional(),
		miniature: flag,
	};
}

export function engineFields(checks: FieldChecks): Readonly<Record<keyof EngineIdentity, z.ZodType>> {
	const { text, said, flag, amount, sequences, word } = checks;
	return {
		runner: text,
		app: text.optional(),
		version: text.optional(),
		backend: text.optional(),
		requestedBackend: text.optional(),
		options: z.record(z.string(), z.union([text, amount, flag])).optional(),
		api: word(APIS).optional(),
		threads: amount.optional(),
		prefillThreads: amount.optional(),
		threadsFrom: word(THREADS_FROM).optional(),
		flashAttention: flag.optional(),
		kvCacheType: text.optional(),
		contextSize: amount.optional(),
		batchSize: amount.optional(),
		promptCache: flag.optional(),
		sequences: sequences.optional(),
		processes: sequences.optional(),
		timingsNotComparable: said.optional(),
	};
}

const APIS = ['completion', 'chat', 'app'] as const satisfies readonly EngineIdentity['api'][];
const THREADS_FROM = ['probe', 'option', 'engine'] as const satisfies readonly EngineIdentity['threadsFrom'][];
