import type { AppUnderTest } from '../eval/app.ts';
import { isJsonObject, type JsonObject } from '../json/json-value.ts';
import { type HandlerDoubles, recordingTools } from './recording-tools.ts';

/** Double: an app with the tools of `recordingTools`, whose state is what reached the destructive ones. */
export function appDouble(handlers: HandlerDoubles = {}): AppUnderTest & { readonly open: () => AppSessionDouble } {
	return {
		name: 'app-double',
		version: '1',
		system: '당신은 습관 코치입니다.',
		open() {
			const { tools, handled } = recordingTools(handlers);
			const session = {
				tools,
				closed: false,
				snapshot: (): JsonObject => ({
					habits: handled
						.filter(({ toolName }) => toolName === 'add_habit')
						.map((call) => call.arguments)
						.filter(isJsonObject),
				}),
				close(): void {
					session.closed = true;
				},
			};
			return session;
		},
	};
}

export type AppSessionDouble = ReturnType<AppUnderTest['open']> & { readonly closed: boolean };
