import { z } from 'zod';
import type { Sampler } from '../../../src/index.ts';

/** Version of the protocol between app and gemmark: docs/device-protocol.md. */
export const PROTOCOL = 1;

export const BACKENDS = ['CPU', 'GPU', 'NPU'] as const;

export interface Named {
	readonly name: string;
	readonly version: string;
}

/** The first message of an app: who it is, and what it offers. */
export interface Hello {
	readonly type: 'hello';
	readonly protocol: number;
	readonly token: string;
	/** Of a welcome before, where the app comes back to a run. */
	readonly session?: string | undefined;
	/** Another one for each start of the app's process. */
	readonly process: string;
	readonly app: Named;
	readonly runtime: Named;
	readonly model: {
		readonly file: string;
		readonly sizeBytes?: number | undefined;
		readonly sha256?: string | undefined;
	};
	readonly backend: (typeof BACKENDS)[number];
	readonly device: string;
	readonly os: string;
	readonly levels: readonly ('raw' | 'chat' | 'app')[];
	/** How long the model's initialisation took in this process. */
	readonly initMs: number;
	/** What the engine samples by beside temperature and seed. */
	readonly samplers: readonly Sampler[];
	/** Of a raw engine: what gemmark renders by. */
	readonly raw?: RawEngine | undefined;
	/** Whether a chat engine obeys `thinking`. */
	readonly thinking?: boolean | undefined;
}

export interface RawEngine {
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
	readonly addsBos?: boolean | undefined;
	readonly grammar: boolean;
}

const word = z.string().min(1).max(500);
const named = z.object({ name: word, version: word });

/** {@link Hello} as a schema. */
export const hello: z.ZodType<Hello> = z.object({
	type: z.literal('hello'),
	protocol: z.literal(PROTOCOL),
	token: z.string(),
	session: word.optional(),
	process: word,
	app: named,
	runtime: named,
	model: z.object({ file: word, sizeBytes: z.int().positive().optional(), sha256: word.optional() }),
	backend: z.enum(BACKENDS),
	device: word,
	os: word,
	levels: z.array(z.enum(['raw', 'chat', 'app'])).min(1),
	initMs: z.number().positive(),
	samplers: z.array(z.enum(['topK', 'topP'])).default([]),
	raw: z
		.object({
			chatTemplate: z.string(),
			bosToken: z.string(),
			eosToken: z.string(),
			addsBos: z.boolean().optional(),
			grammar: z.boolean(),
		})
		.optional(),
	thinking: z.boolean().optional(),
});

/** Enough of a hello to refuse one that cannot be read whole. */
export const anyHello: z.ZodType<{ readonly protocol: number; readonly token: string }> = z.object({
	type: z.literal('hello'),
	protocol: z.number(),
	token: z.string(),
});
