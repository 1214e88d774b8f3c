import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { TRIES } from '../../runners/device/device-link.ts';
import { modelOver } from '../../runners/device/index.ts';
import { STATE_MS } from '../../runners/device/options.ts';
import { type Ask, type Hello, type PlannedRun, PROTOCOL, type Welcome } from '../../runners/device/protocol.ts';
import { AskingLink, type Planned } from '../../runners/device/tape.ts';
import { parseAt } from '../../src/base/border.ts';
import { UsageError } from '../../src/base/errors.ts';
import { sha256 } from '../../src/base/json.ts';
import { type Message, message } from '../../src/base/message.ts';
import { packageVersion } from '../../src/base/read-file.ts';
import { ENGINE_DIALECT } from '../../src/dialects/conversation/open-conversation.ts';
import { dialectNamed } from '../../src/dialects/dialects.ts';
import { evaluatePlan } from '../../src/eval/evaluate/evaluate-plan.ts';
import { plannedKey } from '../../src/eval/plan.ts';
import { type OpenChoices, openChoiceFields } from '../../src/eval/settings.ts';
import { plannedRun, runSettings } from '../choices.ts';
import { causeOf } from '../log/failure.ts';
import { asking, planFor } from '../log/header.ts';
import type { Prepared } from '../prepare.ts';

/** What a phone is to be asked without a cable. */
interface PlanOptions {
	readonly level: 'app' | 'engine';
	/** The hello of an app that is like it: level engine renders prompts with its template. */
	readonly like?: Hello;
	/** As the device runner has it. */
	readonly coolDown?: string;
}

/** A plan as its file has it. */
interface MadePlan {
	readonly text: string;
	readonly welcome: Welcome & { readonly plan: object };
}

/** Asks an app that says nothing, and one that calls the first tool. Throws {@link UsageError} for a suite that depends on answers. */
export async function makePlan(prepared: Prepared, { level, like, coolDown }: PlanOptions): Promise<MadePlan> {
	const { choices, suites } = prepared;
	const hello = like ?? UNKNOWN_APP;
	const asked = levelOf(level, hello);
	const silent = await askedOf(prepared, hello, asked, false);
	const calling = await askedOf(prepared, hello, asked, true);
	for (const [key, { suite, sample, asks }] of silent) {
		if (asks.length > 0 && isDeepStrictEqual(asks, calling.get(key)?.asks)) continue;
		throw new UsageError(message('usage.plan-depends', { suite, sample }));
	}
	const messages: readonly (Planned | { type: 'close' })[] = [
		...[...silent.values()].flatMap(({ asks }) => asks),
		{ type: 'close' },
	];
	const rest = messages.map((one) => `${JSON.stringify({ from: 'gemmark', message: one })}\n`).join('');
	const plan = {
		gemmark: packageVersion(),
		made: new Date().toISOString(),
		samples: silent.size,
		asks: messages.filter(({ type }) => type === 'ask').length,
		tries: TRIES,
		coolDown,
		sustainS: choices.sustain,
		template: asked === 'raw' && hello.raw !== undefined ? await sha256(hello.raw.chatTemplate) : undefined,
		run: plannedRun(suites, choices),
	};
	const session = createHash('sha256').update(rest).digest('hex');
	const welcome = { type: 'welcome', protocol: PROTOCOL, session, level: asked, stateEveryMs: STATE_MS, plan } as const;
	return { text: `${JSON.stringify({ from: 'gemmark', message: welcome })}\n${rest}`, welcome };
}

/** The request that a plan or recording was made by. */
export function requestOf({
	deadlineMs,
	...run
}: PlannedRun):
	| (OpenChoices & { readonly suites: readonly string[] })
	| { readonly field: string; readonly problem: Message } {
	const deadline = typeof deadlineMs === 'number' ? deadlineMs / 1000 : deadlineMs;
	const read = parseAt(plannedChoices, { ...run, deadline });
	return 'problem' in read ? read : (read.value as OpenChoices & { readonly suites: readonly string[] });
}

const plannedChoices = z.object({
	suites: z.array(z.string()),
	...openChoiceFields,
});

/** An app of which nothing is known obeys every sampler. */
const UNKNOWN_APP: Hello = {
	type: 'hello',
	protocol: PROTOCOL,
	token: '',
	process: 'plan',
	app: { name: 'app', version: '0' },
	runtime: { name: 'runtime', version: '0' },
	model: { file: 'model' },
	device: 'device',
	os: 'os',
	levels: ['chat', 'app'],
	initMs: 1,
	samplers: [],
};

function levelOf(level: PlanOptions['level'], { levels, raw }: Hello): Ask['level'] {
	if (level === 'app') return 'app';
	return levels.includes('raw') && raw !== undefined ? 'raw' : 'chat';
}

interface AskedSample {
	readonly suite: string;
	readonly sample: string;
	readonly asks: Planned[];
}

/** By key, in the order of the plan. */
async function askedOf(
	{ composition: { app }, suites, choices }: Prepared,
	hello: Hello,
	level: Ask['level'],
	calls: boolean,
): Promise<ReadonlyMap<string, AskedSample>> {
	const link = new AskingLink({ ...hello, samplers: ['topK', 'topP'] }, level);
	const model = modelOver(link);
	const settings = runSettings(choices, model, app.system);
	const plan = planFor(model, suites, settings).flatMap(({ samples }) => samples);
	const dialect = settings.dialect === ENGINE_DIALECT ? undefined : dialectNamed(settings.dialect);
	const options = asking(model, app, settings);
	const openConversation: typeof options.openConversation = (opened) => {
		const [tool = { name: 'tool' }] = opened.tools;
		link.call = calls ? { name: tool.name, raw: dialect?.writeCall?.(tool.name, {}) ?? '' } : undefined;
		return options.openConversation(opened);
	};
	const maxFailures = Number.POSITIVE_INFINITY;
	try {
		for await (const _ of evaluatePlan({ ...options, plan, openConversation, maxFailures }));
	} catch (error) {
		throw causeOf(error);
	}
	return new Map(
		plan.map((planned) => {
			const { suite, sample } = planned;
			return [
				plannedKey(planned),
				{ suite: suite.name, sample: sample.id, asks: link.asked.get(plannedKey(planned)) ?? [] },
			];
		}),
	);
}
