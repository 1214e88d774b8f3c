import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyEnglishPrefix } from './english.ts';
import type { PrefixEmptiness } from './neutral.ts';

const USER = 'Please log the two glasses of water I drank today';
const SLEEP = 'Recommend a sleep habit';

const meaningful: readonly (readonly [prefix: string, user: string])[] = [
	['Let me look up sleep habits for you.', SLEEP],
	['Sure! Let me look up sleep habits for you.', SLEEP],
	["I'll log two glasses of water.", 'Log two glasses of water'],
	['I’ll record that right now.', USER],
	["Okay, I'll add that to your habits.", 'Morning sunlight please'],
	['Let me see your habits', 'What am I doing these days?'],
	["I'll check the catalog first.", 'A morning routine?'],
	['Searching the catalog for sleep protocols…', SLEEP],
	['Adding a sleep habit 😊', 'Add a sleep habit'],
	['Logged two glasses of water.', 'Log two glasses of water'],
	['Great choice! Morning sunlight helps you wake up.', 'Add morning sunlight'],
	['**Sleep** protocols are what you need.', 'I cannot fall asleep'],
	['Your streak stands at seven days, let me make sure.', 'How long is my streak?'],
	['Sure thing, pulling up your water streak.', 'How long have I kept it up?'],
	['When do you want to drink your coffee?', 'Add a caffeine habit'],
	['You want to sleep better. Let me look up sleep habits.', 'I want to sleep better'],
	['Let me check the caffeine protocol.\n```json\n{"name":"query_protocol"}\n```', 'Caffeine?'],
	['I will use search_catalog to find sleep habits', SLEEP],
	["That's great news, two glasses is halfway to your goal", USER],
	['Of course exercise helps as well', SLEEP],
	["I can't find that habit, so I'll list all of them.", 'Delete it'],
	['Looking for protocols', ''],
	["I'm sorry to hear that. Let me look for a habit that helps.", 'I am tired'],
	['Would you like me to delete the reading habit or the water habit?', 'Delete the habit'],
	["Done! I've added it.", 'Add morning sunlight'],
	['Please hold on while I search the catalog', USER],
	['I need to use your location to find a pool nearby.', 'Where can I swim?'],
	['The user manual says to press both buttons.', 'How do I reset it?'],
	['No, it closes at 9.', 'Is the library open at 10?'],
	['Which day works better for you?', 'Move my appointment'],
	['Looking for hotels in Paris on Rue de la Paix', 'A hotel in Paris'],
	// Third look, E.
	['There is no timer here.', 'Set a timer'],
	['Remember to take your pill with food.', 'pill'],
	['We all sleep worse after late coffee.', "why can't I sleep"],
	['Keep walking after dinner, it lowers blood sugar.', 'what helps blood sugar'],
	['Yes, the library is open.', 'Is the library open?'],
	['I search for corn.', 'How about corn?'],
	['Reading habit added.', 'Add a reading habit'],
	['Five days in a row!', 'Sunlight done'],
	['I am sorry to hear that. A short walk after meals tends to help.', 'my stomach hurts'],
];

const empty: readonly (readonly [reason: PrefixEmptiness, prefix: string, user: string])[] = [
	['empty', '', USER],
	['empty', ' \n\u200B', USER],
	['filler', 'Sure!', USER],
	['filler', 'Sure thing 👍', USER],
	['filler', 'Of course.', USER],
	['filler', 'Of course! I’d be happy to help.', USER],
	['filler', "I'd be more than happy to help you with that!", USER],
	['bare-announcement', 'Let me check', USER],
	['bare-announcement', 'Let me check that for you...', USER],
	['bare-announcement', 'Okay, let me take a quick look.', USER],
	['bare-announcement', "Sure, I'll look that up for you right away!", USER],
	['bare-announcement', "I'll look into it.", USER],
	['filler', 'One moment please', USER],
	['filler', 'Just a second… 🤔', USER],
	['filler', 'Please wait a moment while I check that.', USER],
	['filler', 'Hold on, checking now', USER],
	['filler', 'Got it! 😊', USER],
	['filler', 'Got it, working on it.', USER],
	['filler', 'Yes. Okay. Sure. Understood!', USER],
	['filler', 'OK OK OK', USER],
	['filler', "That's a great idea!", USER],
	['filler', 'What a great question! Let me think.', USER],
	['filler', 'Sounds good, let’s get started', USER],
	['filler', 'No problem, I can do that for you.', USER],
	['filler', 'Absolutely! I can help you with that.', USER],
	['filler', 'Thank you for sharing! I understand.', USER],
	['filler', 'Hmm, let me see...', USER],
	['filler', '**Certainly!**', USER],
	['filler', 'Alright, on it 💪💪', USER],
	['filler', "You're welcome!", USER],
	['filler', "I'm sorry to hear that.", 'I am tired'],
	['bare-announcement', "Yes, I can. I'll get the information you need.", USER],
	['filler', 'Perfect, I will now proceed with your request.', USER],
	['filler', 'Certainly. Here is the information:', USER],
	['filler', 'Sure! <|tool_call>call:search_catalog{', USER],
	['filler', 'Calling the API to get the information.', 'stock price'],
	['filler', 'I appreciate your patience. Working on your request now!', USER],
	['filler', "That must be so hard. I'm here for you.", 'I lost my job'],
	['filler', 'Is there anything else you would like to know?', USER],
	// Third look, E: kinds that were called meaningful.
	['filler', 'Beast mode! You are crushing it!', USER],
	['filler', 'Ooh, sounds like a dream trip!', USER],
	['filler', 'I admire your drive to learn.', USER],
	['filler', 'Thank you for being so open with me.', USER],
	['filler', 'Hang tight while I pull that together for you.', USER],
	['echo', "You're having trouble sleeping.", "I can't sleep"],
	['echo', "You'd like the meditation habit deleted.", 'Delete the meditation habit'],
	['thinking', 'They want a sleep habit, so search_catalog fits best.', SLEEP],
	['thinking', 'Okay, so this needs log_tracker_entry with habit=water.', USER],
	['thinking', '"That" is ambiguous, so default to the last habit.', USER],
	['degenerate', "I'll I'll log log the the water water water", USER],
	['degenerate', 'coffee of to a in the and coffee', USER],
	['degenerate', 'inginginginginging check', USER],
	['markup', '- tool: set_goal\n- habit: drinking water\n- value: 8', USER],
	['markup', '[log_tracker_entry: push-ups, fifteen]', USER],
	['degenerate', 'Sure. Sure. Sure. Sure. Sure. Sure.', USER],
	['degenerate', 'I can help you with I can help you with I can help you with', USER],
	['thinking', 'thought\nThey want to track water.', USER],
	['thinking', 'Okay, the user seems tired. Which function fits?', USER],
	['thinking', 'I should call the water tool, since they named glasses.', USER],
	['not-english', 'Ich suche ein Hotel für Sie.', 'a hotel in Berlin'],
	['not-english', 'Je cherche un restaurant à Paris pour vous.', 'dinner in Paris'],
	['echo', USER, USER],
	['echo', 'log the two glasses of water i drank today', USER],
	['echo', 'You want me to log the two glasses of water you drank today.', USER],
	['echo', 'Okay! You’d like me to log the two glasses of water you drank today, right?', USER],
	['echo', 'So it sounds like you want to sleep better.', 'I want to sleep better'],
	['echo', "I understand that you're looking for a sleep habit.", 'I am looking for a sleep habit'],
	['echo', 'Do you want me to add a sleep habit?', 'Can you please add a sleep habit?'],
	['echo', 'You drank two glasses of water', 'I drank two glasses of water!'],
	['echo', 'The user wants me to log two glasses of water.', 'Log two glasses of water'],
	['bare-announcement', 'You asked about your streak. Let me check.', 'my streak'],
	['bare-announcement', 'Shall I check?', USER],
	['filler', "Let's get started!", USER],
	['filler', 'Let me know if I should check.', USER],
	['echo', 'Morning routine', 'Recommend a morning routine'],
	['echo', '"Recommend a sleep habit"', SLEEP],
	['echo', 'Remind you to drink water', 'Remind me to drink water'],
	['echo', "Let me see what's on my list", "Let me see what's on my list"],
	['echo', 'Sure', 'sure!'],
	['markup', '{"name": "search_catalog", "parameters": {"category": "sleep habits"}}', USER],
	['markup', '```tool_code\nsearch_catalog(keyword="better sleep")', USER],
	['markup', '<|tool_call>call:search_catalog{keyword:<|"|>better sleep<|"|>}<tool_call|>', USER],
	['markup', '<tool_call>{"name": "search_catalog"}</tool_call>', USER],
	['markup', '<start_function_call>call:get_streak{habit_id:<escape>drinking water<escape>}', USER],
	['markup', 'Tool call: search_catalog', USER],
	['markup', 'search_catalog', USER],
	['markup', 'print(default_api.search_catalog(keyword="better sleep"))', USER],
	['markup', '<div class="card"></div>', USER],
	['not-english', '수면 습관을 찾아볼게요.', USER],
	['not-english', 'catalog 도구로 수면 습관 자료를 찾아볼게요', USER],
	['not-english', '睡眠の習慣を調べます', USER],
	['not-english', '...', USER],
	['not-english', '😊', USER],
	['not-english', '1, 2, 3', USER],
];

describe('classifyEnglishPrefix', () => {
	it.each(meaningful)('takes %j as meaningful', (prefix, user) => {
		expect(classifyEnglishPrefix(prefix, user)).toEqual({ meaningful: true });
	});

	it.each(empty)('calls it %s: %j', (reason, prefix, user) => {
		expect(classifyEnglishPrefix(prefix, user)).toEqual({ meaningful: false, reason });
	});

	it('does not depend on the Unicode form, the kind of apostrophe or white space around the prefix', () => {
		const prefixes = [...meaningful, ...empty.map(([, prefix, user]) => [prefix, user] as const)];
		for (const [prefix, user] of prefixes) {
			if (prefix.includes('{')) continue;
			expect(
				classifyEnglishPrefix(`\n ${prefix.replaceAll("'", '’').normalize('NFD')} `, user.normalize('NFD')),
			).toEqual(classifyEnglishPrefix(prefix, user));
		}
	});

	it('never calls the very words of the user meaningful', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(classifyEnglishPrefix(text, text).meaningful).toBe(false);
			}),
		);
	});

	it('survives huge hostile texts', () => {
		const parts = [
			'sure ',
			'let me check ',
			"i'll ",
			'a_',
			'a_(',
			'{"',
			'<',
			'- ',
			'checking now ',
			'tool ',
			'of the ',
			'you want ',
			'get_a is ',
			'plan. ',
			'wow! ',
			'你',
			' ',
		];
		for (const part of parts) expect(classifyEnglishPrefix(part.repeat(20_000), USER)).toBeDefined();
	});
});
