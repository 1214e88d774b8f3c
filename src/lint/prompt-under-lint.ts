import type { Thinking } from '../model/thinking.ts';
import type { ContextBudget } from './context-cost.ts';
import type { LintTool } from './tool/lint-tool.ts';

/** An app in front of a chat template. */
export interface PromptUnderLint {
	readonly template: LintTemplate;
	readonly system?: string | undefined;
	readonly tools: readonly LintTool[];
	/** Absent: told by the template, then by the model's name. */
	readonly dialect?: string | undefined;
	readonly modelName?: string | undefined;
	/** What a run asks of the model; absent: nothing. */
	readonly thinking?: Thinking | undefined;
	/** Absent: nothing is counted. */
	readonly context?: ContextBudget | undefined;
}

export interface LintTemplate {
	/** Jinja source. */
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** Whether the file tells engines to put BOS before a prompt. Absent: it does not say. */
	readonly addsBos?: boolean | undefined;
}
