import { z } from 'zod';
import { whole } from '../base/border.ts';
import type { Message } from '../base/message.ts';
import { loggedSettingsSchema } from '../eval/settings.ts';
import { FINDING_LEVELS } from '../lint/subject.ts';
import { amount } from '../model/border.ts';
import { FAILURE_FORMS } from '../tool/tool.ts';
import type { LogRecord, LogSample } from './record.ts';
import { engineFields, type FieldChecks, modelFields } from './schema/identity-schema.ts';
import { finite, isMessage, said, text, texts } from './schema/logged-value.ts';
import { sample } from './schema/sample-schema.ts';

const part = z.looseObject({ sha256: text, file: text.optional(), words: whole.optional() }).optional();
const promptIdentity = z.looseObject({ name: text, version: text, sha256: text });
const corpus = z.looseObject({ name: text, version: text, sha256: text, prompts: z.array(promptIdentity) });

const localizedText = z.union([text, z.looseObject({ en: text, ko: text })]);
const declaration = z.looseObject({
	kind: z.enum(['rate', 'number']),
	title: localizedText,
	unit: text.optional(),
	direction: z.enum(['higher', 'lower']).optional(),
	main: z.boolean().optional(),
	compared: z.boolean().optional(),
	view: text.optional(),
	budget: finite.optional(),
});
const path = z.looseObject({
	name: text,
	title: localizedText,
	meaning: localizedText.optional(),
	record: text.optional(),
	policy: z.enum(['push', 'discard']).optional(),
});
const decision = z.looseObject({
	score: text,
	threshold: z.looseObject({ hits: whole, of: whole.min(1) }),
	paths: z.tuple([path, path]),
});

const checks: FieldChecks = { text, said, flag: z.boolean(), amount, sequences: whole, word: () => text };
const model = z.looseObject(modelFields(checks));
const engine = z.looseObject(engineFields(checks));
const host = z.looseObject({
	device: text.optional(),
	cpu: text.optional(),
	cores: whole.optional(),
	memoryBytes: amount.optional(),
	os: text.optional(),
	node: text.optional(),
});

export const header: z.ZodObject = z.looseObject({
	type: z.literal('header'),
	version: z.int(),
	gemmark: text,
	startedAt: text,
	timeZone: text.optional(),
	target: text.optional(),
	model,
	engine,
	template: z.looseObject({ source: text, bosToken: text, eosToken: text, addsBos: z.boolean().optional() }).optional(),
	loadMs: amount.optional(),
	settings: loggedSettingsSchema,
	suites: z.array(
		z.looseObject({
			name: text,
			version: text,
			corpus,
			skipped: z.array(z.looseObject({ variant: text, reason: said })),
			planned: whole,
			plan: z.looseObject({ variants: texts, ids: texts }).optional(),
			title: localizedText.optional(),
			view: text.optional(),
			samples: whole.optional(),
			scores: z.record(text, declaration),
			facets: z
				.record(text, z.looseObject({ title: localizedText, values: z.record(text, localizedText).optional() }))
				.optional(),
			decision: decision.optional(),
			settings: z.record(text, z.union([text, finite, z.boolean()])).optional(),
			usesApp: z.boolean().optional(),
		}),
	),
	app: z
		.looseObject({
			name: text,
			version: text,
			language: text,
			failureForm: z.enum(FAILURE_FORMS).optional(),
			files: z.array(promptIdentity).optional(),
			budgets: z
				.array(
					z.looseObject({
						metric: text,
						atMost: amount,
						suites: texts.optional(),
						state: z.enum(['cold', 'warm']).optional(),
						title: localizedText.optional(),
					}),
				)
				.optional(),
			tools: z.array(z.looseObject({ name: text, parameters: z.record(z.string(), z.json()).optional() })).optional(),
			content: z.looseObject({ system: part, tools: part, answers: part, state: part }).optional(),
		})
		.optional(),
	code: z.array(z.looseObject({ name: text, sha256: text })).optional(),
	host,
	git: z.looseObject({ commit: text, dirty: z.boolean() }).optional(),
	warnings: z.array(said).optional(),
	interleaved: text.optional(),
	rescored: z.looseObject({ at: text, gemmark: text, changed: whole, declared: texts }).optional(),
	lint: z
		.array(
			z.looseObject({
				level: z.enum(FINDING_LEVELS),
				where: text,
				said: z.custom<Message>(isMessage, 'expected a message'),
			}),
		)
		.optional(),
	command: text,
});

const worker: z.ZodObject = z.looseObject({
	type: z.literal('worker'),
	id: text,
	engine,
	host,
	loadMs: amount.optional(),
});

/** Schema of a log line; logs from other machines may be hostile. Objects are loose, so that later versions may add fields. */
export const logRecordSchema: z.ZodType<LogRecord> = z.lazy(() =>
	z.discriminatedUnion('type', [header, worker, sample, failure, footer]),
) as unknown as z.ZodType<LogRecord>;

/** Whether parsed JSON is a valid sample. Faster than {@link logRecordSchema}, which copies: it compiles the same schema on first use. */
export function isSampleRecord(value: unknown): value is LogSample {
	compiled ??= z.compile(sample, { strict: true });
	return compiled.validate(value);
}

let compiled: typeof sample | undefined;

const failure = z.looseObject({
	type: z.literal('failure'),
	at: text,
	kind: text,
	failure: text.optional(),
	said,
	detail: text.optional(),
	suite: text.optional(),
	sampleId: text.optional(),
	variant: text.optional(),
	epoch: whole.optional(),
	unconfirmedSince: z.looseObject({ suite: text, sampleId: text, variant: text, epoch: whole }).optional(),
});

const footer = z.looseObject({
	type: z.literal('footer'),
	endedAt: text,
	outcome: z.enum(['complete', 'interrupted', 'failed']),
	peakRssBytes: amount.optional(),
	warnings: z.array(said).optional(),
	digest: text.optional(),
});
