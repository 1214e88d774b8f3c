import { basename } from 'node:path';
import { type Exchange, type PlayedProcess, readExchange } from '../../runners/device/exchange.ts';
import { modelOver } from '../../runners/device/index.ts';
import { changedFields } from '../../runners/device/listener.ts';
import type { Welcome } from '../../runners/device/protocol.ts';
import { type AskDifference, TapeLink } from '../../runners/device/tape.ts';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { sha256 } from '../../src/base/json.ts';
import { distinct, type Message, message } from '../../src/base/message.ts';
import { packageVersion } from '../../src/base/read-file.ts';
import { Asker } from '../../src/eval/evaluate/asker.ts';
import { evaluatePlan } from '../../src/eval/evaluate/evaluate-plan.ts';
import type { AskerOptions } from '../../src/eval/evaluate/sample-record.ts';
import { declaredSuites, type PlannedSample, plannedKey } from '../../src/eval/plan.ts';
import { type SampleResult, sampleKey } from '../../src/eval/sample.ts';
import type { SustainedTurn } from '../../src/eval/turn.ts';
import type { Log } from '../../src/log/record.ts';
import type { OpenedConfig } from '../compose/open-config.ts';
import { causeOf } from '../log/failure.ts';
import { asking, planFor, runHeader } from '../log/header.ts';
import { lossOf, sustainingOf } from '../log/sustain.ts';
import { type Prepared, prepare, type RunRequest } from '../prepare.ts';
import { requireGateable } from '../results/judge.ts';
import { requestOf } from './plan.ts';

/** A file with an exchange. */
interface ExchangeText {
	readonly file: string;
	readonly text: string;
}

interface PlayedRun {
	readonly log: Log;
	readonly prepared: Prepared;
	/** What is to be known of the files. */
	readonly lines: readonly Message[];
}

/**
 * Makes a run of what an app answered: a plan's answers, in one file or several, or a recording. Throws UsageError naming file, line
 * and field, EnvironmentError where no sample was answered. The caller closes what was prepared.
 */
export async function playRun(
	files: readonly ExchangeText[],
	request: Pick<RunRequest, 'gate' | 'baseline' | 'allow' | 'saveBaseline'>,
	opened: OpenedConfig | undefined,
): Promise<PlayedRun> {
	const exchanges = files.map(({ file, text }) => readExchange(file, text));
	const processes = processesOf(exchanges);
	const welcome = processes.find((one) => one.welcome !== undefined)?.welcome;
	const names = files.map(({ file }) => file);
	const nothing = (): EnvironmentError => new EnvironmentError(message('exchange.nothing', { files: names }));
	if (welcome === undefined) throw nothing();
	requireSameApp(processes);
	const link = new TapeLink(processes, welcome.level);
	if (link.samples.length === 0) throw nothing();
	await requireTemplate(link, welcome);
	const { run = { suites: [...new Set(link.samples.map((key) => key.split(' ', 1)[0] ?? ''))] } } =
		welcome.plan ?? welcome;
	const asked = requestOf(run);
	if ('problem' in asked) throw new UsageError(message('exchange.run', { file: names[0] ?? '', ...asked }));
	const prepared = await prepare({ ...request, ...asked, targets: [{ runner: 'device' }] }, opened);
	try {
		const torn = exchanges.reduce((sum, one) => sum + one.torn, 0);
		const { log, missing } = await played(prepared, link, welcome, processes, torn);
		if (log.samples.length === 0) throw nothing();
		requireGateable(log, prepared.gate, request);
		const absent = missing.length === 0 ? [] : [message('capture.not-asked', { list: missing })];
		return {
			log,
			prepared,
			lines: [...(log.header.warnings ?? []).filter((one) => typeof one === 'object'), ...absent],
		};
	} catch (error) {
		await prepared.close();
		throw error;
	}
}

async function played(
	prepared: Prepared,
	link: TapeLink,
	{ plan, session }: Welcome,
	processes: readonly PlayedProcess[],
	torn: number,
): Promise<{ readonly log: Log; readonly missing: readonly string[] }> {
	const { suites, composition } = prepared;
	const model = modelOver(link);
	const { warnings: known = [], ...declared } = await runHeader({ prepared, suites, model, target: {}, request: {} });
	const plans = planFor(model, suites, declared.settings);
	const planned = plans.flatMap(({ samples }) => samples);
	const keys = new Set(planned.map(plannedKey));
	const samples: SampleResult[] = [];
	const turns: SustainedTurn[] = [];
	const sustaining = sustainingOf(
		{ ...declared, suites: declaredSuites(plans) },
		{ plan: planned, append: () => undefined },
	);
	try {
		const begun = planned.filter((one) => link.samples.includes(plannedKey(one)));
		const options = { ...asking(model, composition.app, declared.settings), maxFailures: Number.POSITIVE_INFINITY };
		for await (const result of evaluatePlan({ ...options, plan: begun })) {
			if (!link.missing.has(sampleKey(result))) samples.push(result);
		}
		if (sustaining !== undefined) turns.push(...(await sustainedTurns(link, planned, samples, sustaining, options)));
	} catch (error) {
		throw causeOf(error);
	}
	const unplanned = link.samples.filter((key) => !keys.has(key));
	const others = unplanned.map((sample) => ({ sample, field: 'sample', here: undefined, there: sample }));
	requireSameAsks([...others, ...link.differences], link.compared + others.length, plan?.gemmark);
	const again = sustaining !== undefined ? [] : link.repeated.filter((key) => keys.has(key) && !link.missing.has(key));
	const warnings = [
		...known,
		...(torn === 0 ? [] : [message('exchange.torn', { n: torn })]),
		...(again.length === 0 ? [] : [message('exchange.again', { list: again })]),
	];
	const doubts = model.doubts?.() ?? [];
	const header = {
		...declared,
		startedAt: processes[0]?.time ?? declared.startedAt,
		warnings: warnings.length === 0 ? undefined : warnings,
		plan: plan && { sha256: session, made: plan.made },
		suites: declaredSuites(plans),
	};
	const footer = {
		type: 'footer' as const,
		endedAt: new Date().toISOString(),
		// The file was read to its end; samples that it lacks are missing, as from unmerged shards.
		outcome: 'complete' as const,
		peakRssBytes: await model.peakRssBytes(),
		warnings: doubts.length === 0 ? undefined : distinct(doubts),
	};
	const answered = new Set(samples.map(sampleKey));
	return {
		log: {
			header,
			samples: samples.map((sample) => ({ type: 'sample', ...sample })),
			turns: turns.length === 0 ? undefined : turns,
			failures: [],
			footer,
		},
		missing: [...keys].filter((key) => !answered.has(key)),
	};
}

/** The first answered try of each sample is the run's own; further ones are the blocks that the client played on. */
async function sustainedTurns(
	link: TapeLink,
	plan: readonly PlannedSample[],
	samples: readonly SampleResult[],
	sustaining: NonNullable<ReturnType<typeof sustainingOf>>,
	options: AskerOptions,
): Promise<readonly SustainedTurn[]> {
	const asker = new Asker(options);
	asker.cold = false;
	const further: SustainedTurn[] = [];
	for (const { sample, place, endMs, kills } of link.answered) {
		const planned = plan.find((one) => plannedKey(one) === sample);
		const own = samples.find((one) => sampleKey(one) === sample);
		if (planned === undefined || own === undefined) continue;
		if (kills !== undefined) further.push(sustaining.cut(place, planned, endMs, lossOf(kills), endMs));
		else if (place === 0) sustaining.add(own, endMs);
		else further.push(sustaining.turn(place, await asker.ask(planned), endMs));
	}
	return [...sustaining.first, ...further];
}

/** Those of all files, in the order they ran. One that is in two files, as of a file that was taken twice, counts once. */
function processesOf(exchanges: readonly Exchange[]): readonly PlayedProcess[] {
	const linesOf = ({ connections }: PlayedProcess): number => connections.reduce((sum, { length }) => sum + length, 0);
	const whole = new Map<string, PlayedProcess>();
	for (const one of exchanges.flatMap(({ processes }) => processes)) {
		const known = whole.get(one.hello.process);
		if (known === undefined || linesOf(one) > linesOf(known)) whole.set(one.hello.process, one);
	}
	return [...whole.values()].toSorted((one, other) => Date.parse(one.time ?? '') - Date.parse(other.time ?? '') || 0);
}

function requireSameApp([first, ...others]: readonly PlayedProcess[]): void {
	if (first === undefined) return;
	for (const { file, hello, welcome } of others) {
		const fields = changedFields(first.hello, hello);
		const isOtherPlan =
			welcome !== undefined && first.welcome !== undefined && welcome.session !== first.welcome.session;
		const all = [...(isOtherPlan ? ['plan'] : []), ...fields, ...(first.hello.os === hello.os ? [] : ['os'])];
		if (all.length > 0) {
			throw new UsageError(
				message('exchange.other', { file: basename(file), fields: all, first: basename(first.file) }),
			);
		}
	}
}

async function requireTemplate({ hello }: TapeLink, { plan }: Welcome): Promise<void> {
	const template = plan?.template;
	if (typeof template !== 'string' || hello.raw === undefined) return;
	if ((await sha256(hello.raw.chatTemplate)) !== template) throw new UsageError(message('exchange.template'));
}

const MAX_SHOWN_CHARS = 80;

function requireSameAsks(differences: readonly AskDifference[], of: number, made: string | undefined): void {
	const [first] = differences;
	if (first === undefined) return;
	const version = packageVersion();
	const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, MAX_SHOWN_CHARS);
	const { sample, field } = first;
	throw new UsageError(
		message('exchange.differs', {
			n: new Set(differences.map((one) => one.sample)).size,
			of,
			sample,
			field,
			there: shown(first.there),
			here: shown(first.here),
			...(made !== undefined && made !== version && { made, version }),
		}),
	);
}
