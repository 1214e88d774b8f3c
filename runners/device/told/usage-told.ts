import { possibleUsage, type Usage } from '../../../src/index.ts';
import type { DeviceLink } from '../link/device-link.ts';
import type { AnswerEnd } from '../protocol/messages.ts';

/** What a count is held against: an app that was told `maxTokens` may write more, but no more than it shows. */
export interface CountLimits {
	readonly link: DeviceLink;
	readonly maxTokens: number;
}

/** What the app counted in a generation that told this text, as far as it can be. */
export function usageTold(usage: AnswerEnd['usage'], text: string, { link, maxTokens }: CountLimits): Usage {
	const { measures, leftOut } = possibleUsage(usage, text, maxTokens);
	for (const how of leftOut) link.leaveOut('token counts that cannot be', `tells ${how}`);
	return measures;
}
