import { expect, it } from 'vitest';
import type { AppUnderTest } from '../src/eval/app.ts';
import type { LogHeader } from '../src/log/record.ts';
import { logRecordSchema } from '../src/log/schema.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import { type AppSessionDouble, appDouble } from '../src/testing/doubles/app-double.ts';
import { logHeaderFixture } from '../src/testing/log-line-fixture.ts';
import { runSettingsFixture } from '../src/testing/run-settings-fixture.ts';
import { declareTool } from '../src/tool/declaration.ts';
import { logHeader } from './header.ts';

function headerOf(app: AppUnderTest): LogHeader {
	const { model, engine, ...origin } = logHeaderFixture();
	const openConversation = (): never => expect.unreachable();
	const loaded = { kind: 'chat', identity: model, engine, loadMs: 1, openConversation, dispose: async () => {} };
	return logHeader({ model: loaded as unknown as LoadedModel, app, settings: runSettingsFixture(), origin }, []);
}

it('has the declared tools of the app, and closes their session', () => {
	const app = appDouble();
	const sessions: AppSessionDouble[] = [];
	const open = (): AppSessionDouble => {
		const session = app.open();
		sessions.push(session);
		return session;
	};
	const header = headerOf({ ...app, open });
	const declared = app.open().tools.map(declareTool);
	expect(declared.length).toBeGreaterThan(0);
	expect(header.app?.tools).toEqual(declared.map(({ name, parameters }) => ({ name, parameters })));
	expect(sessions.map(({ closed }) => closed)).toEqual([true]);
	expect(logRecordSchema.safeParse(JSON.parse(JSON.stringify(header))).success).toBe(true);
});

it('has none where the app throws: its samples tell how', () => {
	const throwing: AppUnderTest = {
		...appDouble(),
		open: () => {
			throw new Error('no database');
		},
	};
	expect(headerOf(throwing).app).toMatchObject({ tools: undefined });
});
