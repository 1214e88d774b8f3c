import {
	playedGenerations,
	type RunFates,
	summarizeRunFates,
	turnOutcome,
} from '../../src/eval/summary/fates/run-fates.ts';
import { ENGINE_FATES } from '../../src/fates/engines.ts';
import type { Log } from '../../src/log/record.ts';
import { composeIfNamed } from '../compose.ts';
import type { ConfigRequest } from '../gate/gate-options.ts';
import { fatesTable } from './fates-table.ts';
import { openRun } from './open-run.ts';

export interface FatesRequest extends ConfigRequest {
	readonly json: boolean;
}

/** Prints what an app on each engine would have got of a run's generations. */
export async function fates(run: string, { json, config }: FatesRequest): Promise<void> {
	const log = await openRun(run, { config: await composeIfNamed(config), warn: true });
	const summary = summarizeRunFates(log);
	process.stdout.write(json ? `${JSON.stringify(asJson(log, summary), undefined, '\t')}\n` : fatesTable(summary));
}

function asJson(log: Log, { matrix, calls, notKnown, seen }: RunFates): object {
	return {
		matrix,
		calls: Object.fromEntries(calls),
		notKnown: Object.fromEntries(notKnown),
		seen,
		samples: log.samples.map((sample) => {
			const { suite, sampleId, arm, epoch } = sample;
			const generations = playedGenerations(log, sample);
			const outcomes = ENGINE_FATES.flatMap(({ engine }) => {
				const outcome = turnOutcome(generations, engine);
				return outcome === undefined ? [] : [[engine, outcome]];
			});
			return {
				suite,
				sampleId,
				arm,
				epoch,
				outcomes: Object.fromEntries(outcomes),
				generations: generations.map((played) =>
					typeof played === 'object' ? { ...played, fates: Object.fromEntries(played.fates) } : { unplayed: played },
				),
			};
		}),
	};
}
