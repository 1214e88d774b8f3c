import type { AppSession, AppUnderTest } from '../../eval/app.ts';
import { type HandlerDoubles, recordingTools } from './recording-tools.ts';

/** A session that records whether it was closed. */
export interface AppSessionDouble extends AppSession {
	readonly closed: boolean;
}

export interface AppDouble extends AppUnderTest {
	open(): AppSessionDouble;
}

/** Double: an app with the tools of `recordingTools`; its state is the calls of the destructive ones. */
export function appDouble(handlers: HandlerDoubles = {}): AppDouble {
	return {
		name: 'app-double',
		version: '1',
		system: '당신은 습관 코치입니다.',
		open() {
			const { tools, handled } = recordingTools(handlers);
			let closed = false;
			return {
				tools,
				get closed() {
					return closed;
				},
				snapshot: () => ({
					habits: handled.filter(({ toolName }) => toolName === 'add_habit').map((call) => call.arguments),
				}),
				close() {
					closed = true;
				},
			};
		},
	};
}
