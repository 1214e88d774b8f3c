import type { JsonObject } from '../base/json.ts';
import type { Said } from '../base/message.ts';
import type { CodeFile } from '../corpus/manifest.ts';
import type { AppIdentity, EvaluatedSuite } from '../eval/run.ts';
import type { SampleIdentity, SampleResult } from '../eval/sample.ts';
import type { LoggedSettings } from '../eval/settings.ts';
import type { ScoreContext } from '../eval/suite.ts';
import type { LintFinding } from '../lint/subject.ts';
import type { EngineIdentity, ModelIdentity } from '../model/identity.ts';
import { HIDDEN } from '../text/text.ts';

/** Version of the log format. Rises when a reader of the old one would misread the new one. */
export const LOG_VERSION = 4;
/** Versions that are read: until 3, events had their texts and times themselves. */
export const READ_VERSIONS: ReadonlySet<number> = new Set([3, LOG_VERSION]);

/** First line of a log, with everything needed to repeat the run. */
export interface LogHeader {
	readonly type: 'header';
	readonly version: number;
	readonly gemmark: string;
	/** ISO 8601. */
	readonly startedAt: string;
	/** Zone of the machine that runs it, such as `Asia/Seoul`: reports show times in it. */
	readonly timeZone?: string;
	/** Name that the config gives the target. */
	readonly target?: string;
	readonly model: ModelIdentity;
	readonly engine: EngineIdentity;
	/** Chat template of a raw engine's model, so that the log can be replayed without its weights. */
	readonly template?: LoggedTemplate;
	readonly loadMs?: number;
	readonly settings: LoggedSettings;
	readonly suites: readonly EvaluatedSuite[];
	/** Absent if a captured run does not have it. */
	readonly app?: AppIdentity;
	/** Code files of the config, its main file first. Absent without code. */
	readonly code?: readonly CodeFile[];
	readonly host: HostIdentity;
	readonly git?: { readonly commit: string; readonly dirty: boolean };
	/** Doubts known at the start, such as tools that the model never sees. */
	readonly warnings?: readonly Said[];
	/** Id of the group of runs that were interleaved by sample; only their times can be compared closely. */
	readonly interleaved?: string;
	/** The last rescoring. */
	readonly rescored?: RescoredMark;
	/** Findings about the chat template's rendering of the app's prompt. Absent if the engine renders itself. */
	readonly lint?: readonly LintFinding[];
	/** The one command that repeats the run. */
	readonly command: string;
}

/** Mark of a log whose scores and declarations are newer than the run. */
export interface RescoredMark {
	/** ISO 8601. */
	readonly at: string;
	/** Version. */
	readonly gemmark: string;
	/** Samples with a changed score. */
	readonly changed: number;
	/** Changed declarations by suite and field: `prefix decision.threshold`. */
	readonly declared: readonly string[];
}

export interface LoggedTemplate {
	/** Jinja source. */
	readonly source: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** The GGUF asks engines to put BOS before a prompt. */
	readonly addsBos?: boolean;
}

/** The machine that the engine ran on. Unknown fields are absent; for a phone often only its name is known. */
export interface HostIdentity {
	/** Name of the device, given by a person. */
	readonly device?: string;
	readonly cpu?: string;
	readonly cores?: number;
	readonly memoryBytes?: number;
	readonly os?: string;
	readonly node?: string;
}

/** A worker of a run over a queue, named by `timings.worker` of its samples. */
export interface LogWorker {
	readonly type: 'worker';
	readonly id: string;
	readonly engine: EngineIdentity;
	readonly host: HostIdentity;
	readonly loadMs?: number;
}

export interface LogSample extends SampleResult {
	readonly type: 'sample';
}

/** A failure of the engine or environment during the run; earlier samples stay valid. */
export interface LogFailure {
	readonly type: 'failure';
	readonly at: string;
	/** Such as `engine` or `environment`; `unexpected` for an unknown error. */
	readonly kind: string;
	/** Code of an engine's failure. */
	readonly failure?: string;
	readonly said: Said;
	readonly detail?: string;
	/** The current sample. */
	readonly suite?: string;
	readonly sampleId?: string;
	readonly variant?: string;
	readonly epoch?: number;
	/**
	 * The first sample that another model may have answered, as may those up to this failure. Only in the file: parsing marks
	 * the samples instead.
	 */
	readonly unconfirmedSince?: SampleIdentity;
}

/** Last line of a run that ended or was stopped by Ctrl-C. Absent if it was killed. */
export interface LogFooter {
	readonly type: 'footer';
	readonly endedAt: string;
	readonly outcome: 'complete' | 'interrupted' | 'failed';
	readonly peakRssBytes?: number;
	/** Doubts that arose during the run. */
	readonly warnings?: readonly Said[];
	/** SHA-256 of all bytes before this line, lower-case hex. */
	readonly digest?: string;
	/** Reserved for further measurements. */
	readonly extra?: JsonObject;
}

export type LogRecord = LogHeader | LogWorker | LogSample | LogFailure | LogFooter;

/** A whole log in memory. */
export interface Log {
	readonly header: LogHeader;
	readonly samples: readonly LogSample[];
	readonly failures: readonly LogFailure[];
	/** Of a run over a queue. */
	readonly workers?: readonly LogWorker[];
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
