import { afterAll, beforeAll, describe, it } from 'vitest';
import type { LoadedModel } from '../../model/runner.ts';
import { ANSWER_FACTS, type AnswerFact } from './contract-answers.ts';
import { ENDING_FACTS, type EndingFact } from './contract-endings.ts';

export type ContractFact = AnswerFact | EndingFact;

export interface RunnerContract {
	/** Loads a small model; called several times, never while another model is in use. */
	readonly load: () => Promise<LoadedModel>;
	/** Facts that cannot apply, with reasons; reported as skipped. */
	readonly skip?: Partial<Record<ContractFact, string>>;
	/** Limit of the load and of each fact, milliseconds; default 120 s. */
	readonly timeoutMs?: number;
}

/** Registers in vitest the facts that every runner must pass. */
export function describeRunnerContract(name: string, contract: RunnerContract): void {
	const { load, skip = {}, timeoutMs = 120_000 } = contract;
	describe(`${name}: what every runner must do`, () => {
		let shared: LoadedModel | undefined;
		beforeAll(async () => {
			shared = await load();
		}, timeoutMs);
		afterAll(async () => {
			await shared?.dispose();
		}, timeoutMs);

		for (const [fact, { title, check }] of Object.entries({ ...ANSWER_FACTS, ...ENDING_FACTS })) {
			it(title, { timeout: timeoutMs }, async (context) => {
				const reason = skip[fact as ContractFact];
				if (reason !== undefined) context.skip(reason);
				if (shared === undefined) throw new Error('the model was not loaded');
				await check({ name, model: shared, load, skip: (why) => context.skip(why) });
			});
		}
	});
}
