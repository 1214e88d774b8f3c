import { MOST_PROMPT_TOKENS, type Usage } from '../../../src/index.ts';
import type { DeviceLink } from '../link/device-link.ts';
import type { AnswerEnd } from '../protocol/messages.ts';

/** What a count is held against: an app that was told `maxTokens` may write more, but no more than it shows. */
export interface CountLimits {
	readonly link: DeviceLink;
	readonly maxTokens: number;
}

/**
 * What the app counted in a generation that told this text. A part that is more than its whole is not known, nor is a number
 * that counts nothing, or one beyond both what was asked for and what the text could be: a token has a byte or more.
 */
export function usageTold(usage: AnswerEnd['usage'], text: string, { link, maxTokens }: CountLimits): Usage {
	const most = Math.max(maxTokens, Buffer.byteLength(text));
	const within = (name: keyof Usage, limit: number): number | undefined => {
		const count = usage[name];
		if (count === undefined) return undefined;
		if (!Number.isInteger(count) || count < 0) {
			link.leaveOut('token counts that are none', `tells ${count} ${name}`);
			return undefined;
		}
		if (count <= limit) return count;
		const how = `tells ${count} ${name} where ${limit} is the most that there can be`;
		link.leaveOut('token counts larger than what was asked for and told', how);
		return undefined;
	};
	const promptTokens = within('promptTokens', MOST_PROMPT_TOKENS);
	const outputTokens = within('outputTokens', most);
	const cachedPromptTokens = part(within('cachedPromptTokens', MOST_PROMPT_TOKENS), promptTokens);
	const thoughtTokens = part(within('thoughtTokens', most), outputTokens);
	return {
		...(promptTokens !== undefined && { promptTokens }),
		...(cachedPromptTokens !== undefined && { cachedPromptTokens }),
		...(outputTokens !== undefined && { outputTokens }),
		...(thoughtTokens !== undefined && { thoughtTokens }),
	};
}

function part(count: number | undefined, whole: number | undefined): number | undefined {
	return count !== undefined && whole !== undefined && count > whole ? undefined : count;
}
