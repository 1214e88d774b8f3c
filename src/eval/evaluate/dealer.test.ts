import { describe, expect, it } from 'vitest';
import { EngineError } from '../../base/errors.ts';
import { appDouble } from '../../testing/doubles/app-double.ts';
import { suiteDouble } from '../../testing/doubles/suite-double.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { runSettingsFixture } from '../../testing/run-settings-fixture.ts';
import { type PlannedSample, planRun } from '../plan.ts';
import type { SampleResult } from '../sample.ts';
import { Asker, SampleFailure } from './asker.ts';
import { Dealer } from './evaluate-plan.ts';

const { settings } = logHeaderFixture();
const suite = suiteDouble(['a', 'b', 'c', 'd'], async () => ({ messages: [], facts: {} }));
const plan = planRun([suite], { ...settings, epochs: 2 }, { grammar: true }).flatMap(({ samples }) => samples);

const nothing = (): never => {
	throw new Error('nothing is asked');
};
const options = { openConversation: nothing, app: appDouble(), settings: runSettingsFixture() };
const asker = (): Asker => new Asker(options);
const [first, second] = [asker(), asker()];

type Ask = (planned: PlannedSample, engine: Asker) => Promise<SampleResult>;

const answer = ({ sample, epoch }: PlannedSample): SampleResult => logSampleFixture({ sampleId: sample.id, epoch });

function dealer(
	ask: Ask,
	askers: readonly Asker[],
	onLost?: (error: EngineError) => void,
	{ planned = plan, signal }: { readonly planned?: typeof plan; readonly signal?: AbortSignal } = {},
): Dealer {
	for (const engine of askers) engine.ask = (one) => ask(one, engine);
	return new Dealer({ ...options, plan: planned, onLost, signal }, askers);
}

async function resultsOf(dealt: Dealer): Promise<readonly string[]> {
	const names: string[] = [];
	for (const place of plan.keys()) {
		const result = await dealt.result(place);
		names.push(`${result?.sampleId}${result?.epoch}`);
	}
	return names;
}

const IN_ORDER = plan.map(({ sample, epoch }) => `${sample.id}${epoch}`);

describe('Dealer', () => {
	it('gives results in the order of the plan, whichever engine is faster', async () => {
		const slow: Ask = async (planned, engine) => {
			for (let turns = engine === first ? 50 : 1; turns > 0; turns -= 1) await Promise.resolve();
			return answer(planned);
		};
		expect(await resultsOf(dealer(slow, [first, second]))).toEqual(IN_ORDER);
	});

	it('deals all repeats of a sample to one engine', async () => {
		const askedOf = new Map<string, Set<Asker>>();
		const noted: Ask = async (planned, engine) => {
			askedOf.set(planned.sample.id, (askedOf.get(planned.sample.id) ?? new Set()).add(engine));
			await new Promise((resolve) => setImmediate(resolve));
			return answer(planned);
		};
		await resultsOf(dealer(noted, [first, second]));
		expect([...askedOf.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1]);
		expect(new Set([...askedOf.values()].flatMap((engines) => [...engines])).size).toBe(2);
	});

	it('never works ahead with a single engine', async () => {
		let begun = 0;
		const counted: Ask = async (planned) => {
			begun += 1;
			return answer(planned);
		};
		const dealt = dealer(counted, [first]);
		for (const place of plan.keys()) {
			await dealt.result(place);
			expect(begun).toBe(place + 1);
		}
	});

	it('deals the samples of an engine that died to the others, and tells it once', async () => {
		const lost: string[] = [];
		const dying: Ask = async (planned, engine) => {
			await new Promise((resolve) => setImmediate(resolve));
			if (engine === second && planned.sample.id !== 'a') throw died(planned);
			return answer(planned);
		};
		const dealt = dealer(dying, [first, second], ({ failure }) => lost.push(failure));
		expect(await resultsOf(dealt)).toEqual(IN_ORDER);
		expect(lost).toEqual(['crashed']);
	});

	it('gives the group of an engine that died to one that waits inside its own', async () => {
		const long = planRun([suite], { ...settings, epochs: 3 }, { grammar: true }).flatMap(({ samples }) => samples);
		let isAhead = (): void => undefined;
		const ahead = new Promise<void>((resolve) => {
			isAhead = resolve;
		});
		let begun = 0;
		const ask: Ask = async (planned, engine) => {
			if (engine === second) {
				begun += 1;
				// The next one is too far ahead.
				if (begun === 5) setImmediate(isAhead);
				return answer(planned);
			}
			await ahead;
			throw died(planned);
		};
		const dealt = dealer(ask, [first, second], () => undefined, { planned: long });
		const found: unknown[] = [];
		for (const place of long.keys()) found.push((await dealt.result(place))?.sampleId);
		expect(found.join('')).toBe('aaabbbcccddd');
	});

	it('ends with an engine that dies after the run was aborted', async () => {
		const aborting = new AbortController();
		const dying: Ask = async (planned) => {
			aborting.abort();
			throw died(planned);
		};
		const dealt = dealer(dying, [first, second], () => undefined, aborting);
		expect(await dealt.result(0)).toBeUndefined();
	});

	it('fails at the sample with which the last engine died', async () => {
		const dying: Ask = async (planned) => {
			if (planned.sample.id === 'b') throw died(planned);
			return answer(planned);
		};
		await expect(resultsOf(dealer(dying, [first, second]))).rejects.toThrow(SampleFailure);
	});

	it('begins nothing more once it ended', async () => {
		let begun = 0;
		const dealt = dealer(
			async (planned) => {
				begun += 1;
				return answer(planned);
			},
			[first],
		);
		await dealt.result(0);
		dealt.end();
		void dealt.result(1);
		expect(begun).toBe(1);
	});
});

function died(planned: PlannedSample): SampleFailure {
	return new SampleFailure(planned, new EngineError('crashed', 'killed'));
}
