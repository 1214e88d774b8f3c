import { UsageError } from '../../src/base/errors.ts';
import { canonicalJson, type JsonValue } from '../../src/base/json.ts';
import { type Message, message, type Said } from '../../src/base/message.ts';
import { FAILED, isAskedAgain, type SampleIdentity, sampleKey, UNCONFIRMED } from '../../src/eval/sample.ts';
import { allowancesOf, doubtsOf, partDifferences } from '../../src/eval/settings/identity.ts';
import { type LogEnd, readResumedLog } from '../../src/log/read-log.ts';
import type { LogFooter, LogHeader } from '../../src/log/record.ts';
import type { RunRequest } from '../prepare.ts';

/**
 * Refuses to go on with a run under another identity: its samples would not belong together. Gives the warnings that the
 * run carries for what may differ.
 */
export function requireSameRun(
	before: LogHeader,
	now: LogHeader,
	source: string,
	allow: readonly string[] = [],
): readonly Said[] {
	const sameShard = shardOf(before) === shardOf(now);
	const sameTurns = before.interleaved === now.interleaved;
	const found = partDifferences(before, now, 'resume', allow);
	const fields = [
		...(sameShard ? [] : ['settings.shard']),
		// The rest would be evaluated alone.
		...(sameTurns ? [] : ['interleaved']),
		...found.refused.map(({ field }) => field),
	];
	if (fields.length === 0) return doubtsOf(found);
	const said = { source, fields, n: fields.length };
	throw new UsageError(
		sameTurns
			? message('usage.resume-differs', { ...said, remedies: remedies(fields, before) })
			: message('usage.resume-interleaved', said),
		{ allow: allowancesOf(fields) },
	);
}

/** One for each sort of what differs: options do not bring back a file that became another. */
function remedies(fields: readonly string[], { command, engine, model, host }: LogHeader): readonly Message[] {
	const sorts = [...new Set(fields.map((field) => SORTS.find(([names]) => names.test(field))?.[1] ?? 'options'))];
	const code = fields.includes('model.pathSha256') ? 'resume.model-path' : 'resume.model';
	const messages = {
		shards: message('resume.shards'),
		model: message(code, { model: model.name }),
		engine: message('resume.engine', { engine: [engine.runner, engine.version].filter(Boolean).join(' ') }),
		machine: message('resume.machine', { machine: [host.device, host.cpu, host.os].find(Boolean) ?? 'unknown' }),
		code: message('resume.code'),
		app: message('resume.app'),
		options: message('resume.options', { command }),
	} satisfies Record<Sort, Message>;
	return sorts.map((sort) => messages[sort]);
}

type Sort = 'shards' | 'model' | 'engine' | 'machine' | 'code' | 'app' | 'options';

const SORTS: readonly (readonly [names: RegExp, sort: Sort])[] = [
	[/^settings\.missingShards$/u, 'shards'],
	[/^model\./u, 'model'],
	[/^engine\.(?:runner|version|api)$/u, 'engine'],
	[/^host\./u, 'machine'],
	[/^code of /u, 'code'],
	[/^(?:app|suite|corpus|prompt|scores|decision)\./u, 'app'],
];

function shardOf(header: LogHeader): string {
	return canonicalJson((header.settings.shard ?? null) as JsonValue);
}

/** What an earlier process has of the run in its log. */
export interface StartedRun {
	readonly header: LogHeader;
	/** What is not asked again. */
	readonly done: readonly SampleIdentity[];
	/** Keys of samples that failed or ended the run: asked again last, so that the rest is reached. */
	readonly last?: ReadonlySet<string>;
	readonly footer?: LogFooter;
	/** What puts its being one run in doubt. */
	readonly doubts?: readonly Said[];
}

/**
 * Reads what there is of a run to go on with it as `now` says. Nothing is started where it was cut before its header was
 * whole. Throws UsageError where it is another run.
 */
export async function resumedRun(
	logFile: string,
	now: LogHeader,
	{ allow, listen }: RunRequest,
): Promise<{ readonly end: LogEnd; readonly started?: StartedRun }> {
	const { log, end } = await readResumedLog(logFile);
	if (log === undefined) return { end };
	const { header, samples, footer, failures } = log;
	const identity = requireSameRun(header, now, logFile, allow);
	const doubts = [...identity, ...(log.digestDiffers === true ? [message('run.log-digest-differs')] : [])];
	const again = new Set(samples.filter(isAskedAgain).map(sampleKey));
	const ending = failures
		.filter(({ failure }) => failure !== UNCONFIRMED)
		.map(({ suite = '', sampleId = '', variant = '', epoch = 0 }) => sampleKey({ suite, sampleId, variant, epoch }));
	const failed = samples.filter(({ transcript }) => transcript.failure === FAILED).map(sampleKey);
	// Of its samples only what is still needed is kept.
	const done = samples
		.filter((sample) => !again.has(sampleKey(sample)))
		.map(({ suite, sampleId, variant, epoch }) => ({ suite, sampleId, variant, epoch }));
	// Where all is there nothing is added.
	const isWhole = footer?.outcome === 'complete' && again.size === 0;
	if (!isWhole) for (const doubt of doubts) listen?.warning?.(doubt);
	return { end, started: { header, done, last: new Set([...failed, ...ending]), footer, doubts } };
}
