import type { CorpusLogger } from '../../../chat/corpus-logger.ts';
import type { Conversation, ConversationOptions } from '../../../model/conversation.ts';
import type { WatchedSample } from '../../../model/device-timeline.ts';
import type { AppUnderTest } from '../../app.ts';
import type { PlannedSample } from '../../plan.ts';
import type { RunSettings } from '../../run-settings.ts';
import type { SampleIdentity } from '../../sample.ts';
import type { SampleProblem } from './solve-context.ts';

/** What the evaluation of any sample of a run needs. */
export interface SampleOptions {
	/** Opens a conversation with the model under test. */
	readonly openConversation: (options: ConversationOptions) => Conversation;
	/** Waited for before each sample; see the model's own. */
	readonly watchSample?: ((signal: AbortSignal | undefined) => Promise<WatchedSample>) | undefined;
	/** Asked behind each sample, before it counts: throws where another model may have answered. */
	readonly confirm?: ((sample: SampleIdentity) => Promise<unknown>) | undefined;
	readonly app: AppUnderTest;
	readonly settings: RunSettings;
	/** Captures the app's turns of a sample. */
	readonly loggerFor?: (planned: PlannedSample) => CorpusLogger | undefined;
	/** Why the log could not hold a sample: it then becomes its own failure. */
	readonly problemOf?: SampleProblem | undefined;
	readonly signal?: AbortSignal | undefined;
}
