import { z } from 'zod';
import { amount, flag, jsonObject, type Parsed, said, text, texts, whole } from '../base/border.ts';
import type { Said } from '../base/message.ts';
import { evaluatedHeader, hostIdentity, loggedEngine } from '../eval/header.ts';
import { sampleLine } from '../eval/sample.ts';
import type { ScoreContext } from '../eval/suite.ts';
import { type SustainedTurn, sustainedTurn } from '../eval/turn.ts';
import { HIDDEN } from '../text/text.ts';

/** Version of the log format. Rises when a reader of the old one would misread the new one. */
export const LOG_VERSION = 4;
/** Versions that are read: until 3, events had their texts and times themselves. */
export const READ_VERSIONS: ReadonlySet<number> = new Set([3, LOG_VERSION, 5]);

/** The version of a log that is written now: 5 for one that has turns, which readers of 4 do not know. */
export function versionOf({ sustainS }: Pick<LogHeader['settings'], 'sustainS'>): number {
	return sustainS === undefined ? LOG_VERSION : 5;
}

/** First line of a log, with everything needed to repeat the run. */
export interface LogHeader extends Parsed<typeof headerLine> {}

/** Mark of a log whose scores and declarations are newer than the run. */
export interface RescoredMark extends Parsed<typeof rescored> {}

const rescored = z.looseObject({
	/** ISO 8601. */
	at: text,
	/** Version. */
	gemmark: text,
	/** Samples with a changed score. */
	changed: whole,
	/** Changed declarations by suite and field: `prefix decision.threshold`. */
	declared: texts,
});

const template = z.looseObject({
	/** Jinja source. */
	source: text,
	bosToken: text,
	eosToken: text,
	/** The GGUF asks engines to put BOS before a prompt. */
	addsBos: flag.optional(),
});

export const headerLine = evaluatedHeader.extend({
	type: z.literal('header'),
	version: z.int(),
	gemmark: text,
	/** ISO 8601. */
	startedAt: text,
	/** Zone of the machine that runs it, such as `Asia/Seoul`: reports show times in it. */
	timeZone: text.optional(),
	/** Name that the config gives the target. */
	target: text.optional(),
	/** Chat template of a raw engine's model, so that the log can be replayed without its weights. */
	template: template.optional(),
	host: hostIdentity,
	git: z.looseObject({ commit: text, dirty: flag }).optional(),
	/** Doubts known at the start, such as tools that the model never sees. */
	warnings: z.array(said).optional(),
	rescored: rescored.optional(),
	/** Of a run without a cable: SHA-256 of what was asked, and when that was planned. */
	plan: z.looseObject({ sha256: text, made: text }).optional(),
	/** The one command that repeats the run. */
	command: text,
	/** The options of a command that name its model and adapter. */
	files: text.optional(),
});

/** A worker of a run over a queue, named by `timings.worker` of its samples. */
export interface LogWorker extends Parsed<typeof workerLine> {}

const workerLine = z.looseObject({
	type: z.literal('worker'),
	id: text,
	engine: loggedEngine,
	host: hostIdentity,
	loadMs: amount.optional(),
});

export interface LogSample extends Parsed<typeof sampleLine> {}

/** A failure of the engine or environment during the run; earlier samples stay valid. */
export interface LogFailure extends Parsed<typeof failureLine> {}

const failureLine = z.looseObject({
	type: z.literal('failure'),
	at: text,
	/** Such as `engine` or `environment`; `unexpected` for an unknown error. */
	kind: text,
	/** Code of an engine's failure. */
	failure: text.optional(),
	said,
	detail: text.optional(),
	/** The current sample. */
	suite: text.optional(),
	sampleId: text.optional(),
	variant: text.optional(),
	epoch: whole.optional(),
	/**
	 * The first sample that another model may have answered, as may those up to this failure. Only in the file: parsing marks
	 * the samples instead.
	 */
	unconfirmedSince: z.looseObject({ suite: text, sampleId: text, variant: text, epoch: whole }).optional(),
});

/** Last line of a run that ended or was stopped by Ctrl-C. Absent if it was killed. */
export interface LogFooter extends Parsed<typeof footerLine> {}

const footerLine = z.looseObject({
	type: z.literal('footer'),
	endedAt: text,
	outcome: z.enum(['complete', 'interrupted', 'failed']),
	peakRssBytes: amount.optional(),
	/** Doubts that arose during the run. */
	warnings: z.array(said).optional(),
	/** SHA-256 of all bytes before this line, lower-case hex. */
	digest: text.optional(),
	/** Reserved for further measurements. */
	extra: jsonObject.optional(),
});

export type LogRecord = LogHeader | LogWorker | LogSample | SustainedTurn | LogFailure | LogFooter;

/** Schema of a log line; logs from other machines may be hostile. Objects are loose, so that later versions may add fields. */
export const logRecordSchema: z.ZodType<LogRecord> = z.discriminatedUnion('type', [
	headerLine,
	workerLine,
	sampleLine,
	sustainedTurn,
	failureLine,
	footerLine,
]);

/** Whether parsed JSON is a valid sample. Faster than {@link logRecordSchema}, which copies: it compiles the same schema on first use. */
export function isSampleRecord(value: unknown): value is LogSample {
	compiled ??= z.compile(sampleLine, { strict: true });
	return compiled.validate(value);
}

let compiled: typeof sampleLine | undefined;

/** A whole log in memory. */
export interface Log {
	readonly header: LogHeader;
	readonly samples: readonly LogSample[];
	readonly failures: readonly LogFailure[];
	/** Of a run over a queue. */
	readonly workers?: readonly LogWorker[];
	/** Of a run that asked its samples again and again, with those of the run itself. */
	readonly turns?: readonly SustainedTurn[];
	/** Absent if the run was killed. */
	readonly footer?: LogFooter;
	/** A last line that could not be read and was dropped, 1-based. */
	readonly damaged?: { readonly line: number; readonly problem: Said };
	/** The log was changed after its footer was written. */
	readonly digestDiffers?: boolean;
}

/** Placeholder for a model without a name. */
export const UNNAMED_MODEL = 'unnamed model';

/** Replaces a blank model name by its title, and drops a blank target or device. */
export function namedHeader(header: LogHeader): LogHeader {
	const { model, target, host } = header;
	const { device, ...machine } = host;
	const name = [model.name, model.title].find((one) => one !== undefined && !isBlank(one)) ?? UNNAMED_MODEL;
	return {
		...header,
		model: name === model.name ? model : { ...model, name },
		...(target !== undefined && { target: isBlank(target) ? undefined : target }),
		host: device === undefined || !isBlank(device) ? host : machine,
	};
}

function isBlank(name: string): boolean {
	return name.replace(HIDDEN, '').trim() === '';
}

/** The context for scoring a log's samples. */
export function scoringContext({ header }: { readonly header: LogHeader }): ScoreContext {
	return { language: header.app?.language ?? 'ko', dialect: header.settings.dialect };
}
