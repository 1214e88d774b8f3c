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
export const LOG_VERSION = 3;

/** First line of a log: everything needed to repeat the run. */
export interface LogHeader {
	readonly type: 'header';
	readonly version: number;
	readonly gemmark: string;
	/** ISO 8601. */
	readonly startedAt: string;
	/** Name that the config gives the target. */
	readonly target?: string | undefined;
	readonly model: ModelIdentity;
	readonly engine: EngineIdentity;
	/** Chat template of a raw engine's model, so that the log can be replayed without its weights. */
	readonly template?: LoggedTemplate;
	readonly loadMs?: number;
	readonly settings: LoggedSettings;
	readonly suites: readonly EvaluatedSuite[];
	/** Absent where a captured run does not have it. */
	readonly app?: AppIdentity;
	/** Code of the config that it was run with, the config's own file first. Absent where none ran. */
	readonly code?: readonly CodeFile[] | undefined;
	readonly host: HostIdentity;
	readonly git?: { readonly commit: string; readonly dirty: boolean };
	/** What puts the results in doubt from the start, one line each: tools that the model never sees. */
	readonly warnings?: readonly Said[];
	/** Id of the runs that took turns with this one, sample by sample: only their times can be compared closely. */
	readonly interleaved?: string | undefined;
	/** Of a run that was scored again: the last time. */
	readonly rescored?: RescoredMark | undefined;
	/** What the model's chat template makes of the app's prompt. Absent where the engine renders by itself. */
	readonly lint?: readonly LintFinding[];
	/** The one command that repeats the run. */
	readonly command: string;
}

/** That scores, and what suites declare, are not those of the run itself. */
export interface RescoredMark {
	/** ISO 8601. */
	readonly at: string;
	/** Version. */
	readonly gemmark: string;
	/** Samples that came to another score. */
	readonly changed: number;
	/** What suites declare otherwise since, by suite and field: `prefix decision.threshold`. */
	readonly declared: readonly string[];
}

export interface LoggedTemplate {
	/** Jinja source. */
	readonly source: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** The file tells engines to put BOS before a prompt. */
	readonly addsBos?: boolean | undefined;
}

/** The machine that the engine ran on. Unknown is absent: of a phone, its name is often all that is told. */
export interface HostIdentity {
	/** Name of the device, as a person gave it. */
	readonly device?: string;
	readonly cpu?: string;
	readonly cores?: number;
	readonly memoryBytes?: number;
	readonly os?: string;
	readonly node?: string;
}

/** A worker that took part in a run over a queue, with its own engine; `timings.worker` of a sample names it. */
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

/** A failure of the engine or environment during the run; samples before it stand. */
export interface LogFailure {
	readonly type: 'failure';
	readonly at: string;
	/** `engine`, `environment` and so on; `unexpected` of an error of no known kind. */
	readonly kind: string;
	/** Of an engine. */
	readonly failure?: string | undefined;
	readonly said: Said;
	readonly detail?: string | undefined;
	/** The sample under way. */
	readonly suite?: string;
	readonly sampleId?: string;
	readonly variant?: string;
	readonly epoch?: number;
	/**
	 * The first sample before it of which nobody knows whether the model of the run answered it, or those behind that one.
	 * Only in the file: of a log that was read, the samples tell it.
	 */
	readonly unconfirmedSince?: SampleIdentity | undefined;
}

/** Last line of a run that ended by itself, or by Ctrl-C. A log without one was cut short. */
export interface LogFooter {
	readonly type: 'footer';
	readonly endedAt: string;
	readonly outcome: 'complete' | 'interrupted' | 'failed';
	readonly peakRssBytes?: number;
	/** What came to put the results in doubt during the run. */
	readonly warnings?: readonly Said[];
	/** SHA-256 of all bytes of the log before this line, lower-case hex. */
	readonly digest?: string | undefined;
	/** Room for later kinds of measurement. */
	readonly extra?: JsonObject;
}

export type LogRecord = LogHeader | LogWorker | LogSample | LogFailure | LogFooter;

/** A whole log in memory; what every report is a pure function of. */
export interface Log {
	readonly header: LogHeader;
	readonly samples: readonly LogSample[];
	readonly failures: readonly LogFailure[];
	/** Of a run over a queue: who took part. */
	readonly workers?: readonly LogWorker[];
	/** Absent: the run was cut short. */
	readonly footer?: LogFooter;
	/** A last line that could not be read, 1-based; it was dropped. */
	readonly damaged?: { readonly line: number; readonly problem: Said } | undefined;
	/** The log was changed after its footer was written. */
	readonly digestDiffers?: boolean | undefined;
}

/** A model of which no name is known. */
export const UNNAMED_MODEL = 'unnamed model';

/** A header with names that can be read: of a model its file's own title where its name is blank, and no blank target or device. */
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

/** What the scorers of a log's samples know beside them. */
export function scoringContext({ header }: { readonly header: LogHeader }): ScoreContext {
	return { language: header.app?.language ?? 'ko', dialect: header.settings.dialect };
}
