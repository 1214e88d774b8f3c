import type { Conversation } from '../../../model/conversation.ts';
import type { AppUnderTest } from '../../app.ts';
import type { PlannedSample } from '../../plan.ts';
import { loggedSample } from '../../sample.ts';
import { type RunSettings, readArm } from '../../settings.ts';
import { askedSystem } from '../solve-context.ts';

/**
 * Whose system prompt a sample would be asked under, by its solver, which is let go no further than its first turn: no model
 * is asked. Undefined where it fails before, or has not come so far in time.
 */
export async function openedSystem(
	{ suite, sample, arm }: Pick<PlannedSample, 'suite' | 'sample' | 'arm'>,
	app: AppUnderTest,
	{ policy, reflection, deadlineMs }: RunSettings,
): Promise<string | undefined> {
	const { own, reflects } = readArm(arm, reflection);
	const opened: (string | undefined)[] = [];
	const asked = Promise.withResolvers<boolean>();
	const conversation: Conversation = {
		// biome-ignore lint/correctness/useYield: it says nothing.
		async *sendChatTurn() {
			asked.resolve(true);
			throw new Error('no model is asked');
		},
	};
	const open = ({ system }: { readonly system?: string | undefined }): Conversation => {
		opened.push(system);
		return conversation;
	};
	const context = { openConversation: open, app, policy, reflection: reflects, deadlineMs, generations: [] };
	const late = setTimeout(asked.resolve, MOST_MS, false);
	try {
		const solved = Promise.resolve().then(() => suite.solve(sample, context, own));
		solved.then(
			() => asked.resolve(false),
			() => asked.resolve(false),
		);
		return (await asked.promise) ? await askedSystem(opened, app, loggedSample(sample)) : undefined;
	} finally {
		clearTimeout(late);
	}
}

const MOST_MS = 10_000;
