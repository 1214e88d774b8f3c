import { z } from 'zod';
import { ConfigError } from '../../src/base/errors.ts';
import { engineFields, type FieldChecks, modelFields } from '../../src/log/schema/identity-schema.ts';
import { LARGEST_AMOUNT } from '../../src/log/schema/logged-value.ts';
import type { EngineIdentity, ModelIdentity } from '../../src/model/identity.ts';
import type { LoadedModel } from '../../src/model/runner.ts';

/** A model that load() of a runner of one's own gives, and what the log tells of it: its known fields, and no other. */
export interface OwnModel {
	readonly model: LoadedModel;
	readonly identity: ModelIdentity;
	readonly engine: EngineIdentity;
}

/** Throws {@link ConfigError} with the first field that is missing, or that no log could hold: before a sample is asked. */
export function requireModel(given: unknown, place: string): OwnModel {
	const { success, data, error } = MODEL.safeParse(given);
	if (success) return { model: given as LoadedModel, identity: data.identity, engine: data.engine } as OwnModel;
	const { path = [], message = '' } = error.issues[0] ?? {};
	const problem = path[0] === 'kind' || path.length === 0 ? NO_KIND : `\`${path.join('.')}\` is ${message}`;
	throw new ConfigError(`${place}: load() gives no model: ${problem}`, {
		hint: 'docs/own-runner.md shows what it gives.',
	});
}

const NO_KIND = "`kind` is neither 'raw' nor 'chat'";

const text = z.string('no string');
const flag = z.boolean('no boolean');
const call = z.custom((value) => typeof value === 'function', 'no function');
/** As logs hold them. */
const AMOUNT = 'no number from 0 to 1e15';
const amount = z.number(AMOUNT).min(0, AMOUNT).max(LARGEST_AMOUNT, AMOUNT);
const AT_ONCE = 'no whole number from 1 on';

const checks: FieldChecks = {
	text,
	said: text,
	flag,
	amount,
	sequences: z.int(AT_ONCE).min(1, AT_ONCE),
	word: (words) => z.enum(words, `none of ${new Intl.ListFormat('en-GB').format(words.map((one) => `'${one}'`))}`),
};

const common = {
	identity: z.object(modelFields(checks), 'no object'),
	engine: z.object(engineFields(checks), 'no object'),
	samplers: z.array(z.enum(['topK', 'topP'], "neither 'topK' nor 'topP'"), 'no list').optional(),
	loadMs: amount,
	confirm: call.optional(),
	peakRssBytes: call,
	dispose: call,
};

const MODEL = z.discriminatedUnion('kind', [
	z.object({
		...common,
		kind: z.literal('raw'),
		completer: z.object({ complete: call }, 'no object'),
		chatTemplate: text,
		bosToken: text,
		eosToken: text,
		addsBos: flag.optional(),
		grammar: flag,
	}),
	z.object({
		...common,
		kind: z.literal('chat'),
		thinking: flag.optional(),
		takesHistory: flag.optional(),
		unseenTools: text.optional(),
		openConversation: call,
	}),
]);
