import { fatesTable } from '../../reports/terminal/gate.ts';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { ENGINE_DIALECT } from '../../src/dialects/conversation/open-conversation.ts';
import { knownDialects } from '../../src/dialects/dialects.ts';
import { ENGINE_READERS } from '../../src/fates/play.ts';
import type { Log } from '../../src/log/record.ts';
import { type FateSummary, fateSummary, playedGenerations, turnOutcome } from '../../src/summary/fates/fates.ts';
import type { ConfigRequest } from '../flags.ts';
import { composeIfNamed, openRun } from '../open.ts';
import { miniatureLines } from './conclude.ts';

interface FatesRequest extends ConfigRequest {
	readonly json: boolean;
}

/**
 * Prints what an app on each engine would have got of a run's generations. Throws {@link UsageError} for an
 * unknown dialect.
 */
export async function fates(run: string, { json, config }: FatesRequest): Promise<void> {
	const log = await openRun(run, { config: await composeIfNamed(config), warn: true });
	requireDialect(log, run);
	const summary = fateSummary(log);
	const notices = miniatureLines(log);
	process.stdout.write(
		json
			? `${JSON.stringify({ notice: notices[0], ...asJson(log, summary) }, undefined, '\t')}\n`
			: `${fatesTable(summary)}${notices.map((line) => `${line}\n`).join('')}`,
	);
}

function requireDialect({ header, samples }: Log, run: string): void {
	const { dialect } = header.settings;
	if (dialect === undefined || dialect === ENGINE_DIALECT || knownDialects().some(({ name }) => name === dialect))
		return;
	if (samples.every(({ transcript }) => transcript.generations.every(({ pieces }) => pieces.length === 0))) return;
	throw new UsageError(message('usage.dialect-of-config', { run, dialect }));
}

function asJson(log: Log, { matrix, calls, unknown, seen }: FateSummary): object {
	return {
		matrix,
		calls,
		notKnown: unknown,
		seen,
		samples: log.samples.map((sample) => {
			const { suite, sampleId, variant, epoch } = sample;
			const generations = playedGenerations(log, sample);
			const outcomes = ENGINE_READERS.flatMap(({ engine }) => {
				const outcome = turnOutcome(generations, engine);
				return outcome === undefined ? [] : [[engine, outcome]];
			});
			return {
				suite,
				sampleId,
				variant,
				epoch,
				outcomes: Object.fromEntries(outcomes),
				generations: generations.map((played) =>
					typeof played === 'object' ? { ...played, fates: Object.fromEntries(played.fates) } : { unplayed: played },
				),
			};
		}),
	};
}
