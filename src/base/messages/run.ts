/** English sentences of gates, comparisons and warnings, logs, skipped variants, resumed and merged runs. Alphabetical by code. */
export const run = {
	'call.extra-argument': 'called {tool} with {name} {given}, which was not asked for',
	'call.missing-argument': 'called {tool} without {name}',
	'call.not-called': 'did not call {wanted}',
	'call.not-needed': 'called {given}, but no call was needed',
	'call.repeated': 'called {given} more often than expected',
	'call.too-many': 'also called {given}',
	'call.unreadable': 'wrote a call that cannot be read instead of {wanted}',
	'call.wrong-tool': 'called {given} instead of {wanted}',
	'call.wrong-value': 'called {tool} with {name} {given} instead of {wanted}',
	'gate.at-least': '>= {bound}',
	'gate.at-most': '<= {bound}',
	'gate.baseline-code': 'the same code as the baseline',
	'gate.baseline-lacks': 'the baseline has no {metric}',
	'gate.baseline-machine': 'the same machine as the baseline',
	'gate.baseline-times': 'the times of the baseline are not comparable: {why}',
	'gate.between': 'between {low} and {high}, for any result of the unscored samples',
	'gate.borderline': 'borderline: labels or a few prompts could change it',
	'gate.cannot-fail': 'fewer than five prompts cannot fail it',
	'gate.drop': 'at most {bound} below the baseline',
	'gate.equals': '= {bound}',
	'gate.lacks': "this run has no {metric}[[; did you mean '{near}'?]]",
	'gate.missing': '{n} {n|sample is|samples are} missing',
	'gate.missing-shards': 'shards are missing: {shards}',
	'gate.narrow': 'narrow: other prompts like these could lead to another path',
	'gate.needs-all': '{metric} requires all prompts, but this run has only some ({part})',
	'gate.never-called': '{tool} was never called',
	'gate.no-baseline': 'no baseline was given',
	'gate.no-path': 'no path',
	'gate.no-probability':
		'{metric} does not exist for a decision that needs every prompt: no number of prompts shows a true rate of 1',
	'gate.not-ruled-out': 'a change of more than {points} points is not ruled out',
	'gate.open': '{n} {n|sample|samples} could decide it: {causes}',
	'gate.open-both':
		'{n} {n|sample|samples} of the run ({causes}) and {before} of the baseline ({beforeCauses}) could decide it',
	'gate.other-machine': 'times were measured differently: {fields}',
	'gate.other-scoring':
		'{suite}: {otherwise} of {alike} {alike|sample|samples} with identical answers {otherwise|has another score|have other scores} ({scores}); different code scored them. Use --config to score both runs with the same code.',
	'gate.part': 'the run has {there} of {whole} samples of {suite} ({chosen}), the baseline all of them',
	'gate.pin-unknown': 'this run does not know its {field}',
	'gate.pinned': '{metric} is {value}; pinned: {pinned}. Try gemmark upgrade, then gemmark gate RUN --pin gate.yaml',
	'gate.rise': 'at most {bound} above the baseline',
	'gate.shards-missing': 'shards are missing',
	'gate.times': 'the times of this run are not comparable: {why}',
	'gate.unclear': 'unclear, more than {points} points are not certain',
	'gate.unended': 'the run is not complete ({outcome})',
	'gate.whole-run': 'a complete run',
	'log.append-failed': ['{path}: cannot be written ({code})', '{remedy}, and resume the run.'],
	'log.cannot-make': ['{folder}: cannot be created ({code})', 'Choose another folder.'],
	'log.cannot-read': ['{path}: cannot be read ({code})', 'Name a run folder or its log.jsonl.'],
	'log.cannot-write': ['{path}: cannot be written ({code})', 'Choose another folder.'],
	'log.changed': [
		'{path}: changed during the run: it has {size} bytes, {written} were written',
		'Make sure that nothing else writes it, then resume the run.',
	],
	'log.deleted': ['{path}: deleted or replaced during the run', 'Run it again, and leave its folder alone.'],
	'log.duplicate': ['{key} differs from the same sample on line {line}', 'Use the log as gemmark wrote it.'],
	'log.empty': ['{source}: the log is empty', 'Resume its run, which then starts again.'],
	'log.field': '{field}: {problem}',
	'log.header-cut': ['{source}: its header was cut off', 'Resume its run, which then starts again.'],
	'log.line': ['{place}: {problem}', 'Is this a log.jsonl written by this version of gemmark?'],
	'log.line-too-deep': 'nested deeper than {limit} levels',
	'log.other-pieces': 'an event or message refers to a piece or call that is not in the line',
	'log.line-too-long': 'a line of more than {limit} characters',
	'log.linked': [
		'{file}: it or a folder above it is a link, and links are not followed',
		'Move the run into the folder.',
	],
	'log.lock-gone': [
		'{path}.lock: removed or replaced during the run',
		'Another process may be writing this log. Wait until it ends, then resume the run.',
	],
	'log.moved': ['{path}: moved or replaced during the run', 'Put the folder of the run back, then resume the run.'],
	'log.no-header': 'the first line of a log is its header, this one is a {type}',
	'log.no-line': 'cannot be written to the log: {problem}',
	'log.not-a-plan': ['{file}: not a sweep plan: {problem}', 'Run the sweep again.'],
	'log.not-json': 'not JSON',
	'log.not-planned': '{suite} {sample} is not a sample of this run',
	'log.other-suite': [
		'{suite}: a sample of the log does not fit this suite: {problem}',
		"Score it with the run's suite or config.",
	],
	'log.report-failed': [
		'{file}: cannot be written ({code})',
		'Check the disk and the permissions of the folder, and try again.',
	],
	'log.report-failed-after-run': [
		'{file}: cannot be written ({code})',
		'The log is safe. Write the reports again with gemmark report {run}[[ --out {out}]].',
	],
	'log.rewrite-failed': ['{path}: cannot be written ({code})', 'The log is unchanged.'],
	'log.sample-transformed':
		'{field}: the schema of the suite transforms it, and the corpus now has a different sample with this id',
	'log.second-footer': 'a second footer with the same outcome directly after the first',
	'log.second-header': 'a second header: two logs in one file',
	'log.taken-over': [
		'{path}: another process took over this run',
		'Finished samples are saved: let one process resume the run.',
	],
	'log.unwritable': [
		'{where}: cannot be written to a log: {problem}',
		'Fix the code that returns it. Nothing was written.',
	],
	'log.version': [
		'{source}: log version {version}, this gemmark reads version {known}',
		'Use the gemmark that wrote it, or run it again.',
	],
	'mcp.deaf': 'does not read its input',
	'mcp.ended': 'MCP server {server} ended {n} {n|time|times} during the run; the first time: {how}.',
	'mcp.flood': 'sent more than {limit} messages that no request asked for',
	'mcp.output-schema':
		'The outputSchema of tool {tool} of MCP server {server} cannot be used ({reason}). Its answers are not checked against it.',
	'mcp.tools-changed':
		'The tools of MCP server {server} changed during the run ({changes}). The model saw those of the start; the hash in the header covers them.',
	'mcp.tools-gone': 'removed: {tools}',
	'mcp.tools-new': 'new: {tools}',
	'mcp.tools-redeclared': 'changed: {tools}',
	'run.budget-group':
		'{place}: suite {suite} has no sample of {group}, so this budget is not checked.[[ It has {known}.]]',
	'run.budget-group-not':
		'{place}: suite {suite} has no sample of {group}, so this budget applies to all its samples.[[ It has {known}.]]',
	'run.budget-suite': "{place}: unknown suite '{suite}', so this budget is not checked. The config has {known}.",
	'run.choice-filter': 'filter {pattern}',
	'run.choice-limit': 'limit {n}',
	'run.choice-shard': 'shard {index} of {count}',
	'run.choice-without-shards': 'without shard {list}',
	'run.cut-samples': [
		'{n} of {of} {of|sample|samples} {n|was|were} cut off[[; {unscored} of these {unscored|has|have} no main score]].',
		'A sample cut off at a limit counts neither way unless its text already settles the score.',
	],
	'run.damaged': ['The log is damaged.', 'Its last line ({line}) is excluded: {problem}.'],
	'run.damaged-characters':
		"The server ({server}) sent damaged characters (U+FFFD) in {n} {n|turn|turns}: it cut a character between two pieces. The damage is not the model's, but counts against it. Update the server, or choose another.",
	'run.device-doubt': '{why} ({n})',
	'run.device-killed': 'Killed by the system: {n} of {of}, {why}. Their scores are missing, not wrong.',
	'run.device-lost':
		'The connection to the app was lost in {n} {n|sample|samples}[[ (its process ended: {why})]]; {n|it|each} was run again and counts once.',
	'run.device-times': 'Times of {n} of {of} {of|sample|samples} are not comparable and are excluded: {reasons}.',
	'run.expected-refused':
		"suite {suite}: the app's own tools refuse calls that {n} of {of} {of|sample|samples} expect, so a call that does nothing counts as right. First: {sample}, {tool}: {why}",
	'run.failure': ['Failure ({kind}).', '{said}[[ ({where})]]'],
	'run.fingerprint-changed': 'The server changed its setup during the run (system_fingerprint): {list}.',
	'run.fingerprint-count': '{fingerprint} ({n} {n|sample|samples})',
	'run.finish-without-call':
		"The server ended {n} {n|answer|answers} with '{word}' but sent no call. An answer that leaves room for a hidden call is unscored. Check the tool-call parser of the server.",
	'run.greedy':
		'greedy decoding; an app that samples, as the model card recommends (T 1.0), may get another answer: --sampling recommended',
	'run.incomplete': ['Incomplete.', '{n} of {of} planned {of|sample|samples} {n|is|are} in the log.'],
	'run.leaked-marks':
		'Chat template markers ({marks}) appear as text in {n} {n|turn|turns}. Check the template and the stop words of the server or app.',
	'run.log-digest-differs': 'The log was changed after it was written: its digest does not match.',
	'run.marks-in-arguments':
		'Chat template markers ({marks}) appear in the arguments of {n} {n|turn|turns}. Such arguments are wrong. Check the template and the parser of the server or app.',
	'run.mcp-not-started': 'MCP servers start with a run only, so their tools are not checked here',
	'run.merged-systems': 'The shards ran {suites} with two system prompts.',
	'run.mixed-answers':
		'Parts of the run were answered by different setups ({fields}): answers may differ, not only times.',
	'run.mixed-times':
		'Parts of the run were measured under different conditions ({fields}): their times are not comparable.',
	'run.nameless-calls':
		'The server sent calls without a name in {n} {n|sample|samples}, which are unscored. Update the server, or choose another tool-call parser.',
	'run.no-constrained-decoding': 'this engine has no constrained decoding',
	'run.no-pattern':
		'suite {suite}: no pattern of habit type {type}, so its wishes are asked without an example. Expect fewer valid candidates than in the app.',
	'run.no-token-counts':
		'The engine reported no token counts in {n} {n|turn|turns}, {silent} of them without a call. Lost calls, cut-off answers and cut-off prompts are invisible there.',
	'run.no-word-lists': [
		'Filler is not recognised in this language.',
		'gemmark has no word lists for {language}: a mere acknowledgement before a call counts as meaningful.',
	],
	'run.promptfoo-left-out':
		'{suite}: {n} {n|place|places} of the promptfooconfig {n|was|were} not imported (see refused.jsonl). Rates cover the rest.',
	'run.prompts-cut':
		'{suite}: the server counted only {seen} prompt tokens in {n} of {of} {of|prompt|prompts}, but the system prompt alone has {words} words. It cuts long prompts: give it a larger context.',
	'run.prompts-long':
		'{suite}: the server counted {seen} prompt tokens for {ids}, far more than for the others ({most} or fewer). It miscounted these, or truncated the others.',
	'run.prompts-short':
		'{suite}: the server counted {seen} prompt tokens for {ids}, fewer than the system prompt and tools alone ({floor} or more).',
	'run.refused-attempts':
		'The server refused {attempts} {attempts|request|requests} of {n} {n|sample|samples}, which were sent again. The {seconds} s of waiting are excluded from all times.',
	'run.repeats-agree': 'All {of} {of|prompt|prompts} got the same answer in each of {epochs} repeats at temperature 0.',
	'run.repeats-differ':
		'{n} of {of} prompts got different answers in {epochs} repeats at temperature 0: {prompts}[[ and {more} more]]. The engine does not repeat itself.',
	'run.rescored':
		'The run was scored again on {date}: {changed} of {n} {n|sample|samples} changed[[; changed declarations: {fields}]].',
	'run.sampler-unused': '{sampler} {value} is not used: {runner} does not support it',
	'run.samples-at-once': '{n} samples at once share the engine',
	'run.processes-at-once': '{n} processes shared the machine; use --processes 1 to measure times',
	'run.answer-cache': 'The answer cache is not used: {problem} ({file}).',
	'run.answer-damaged': 'The answer cache has damaged answers ({file}). They are dropped, and the model is asked.',
	'run.answers-cached':
		'{n} of {of} samples were answered from the cache and have no times. Use --no-cache to ask the model.',
	'run.process-lost': 'One of {n} engine processes ended: {said}. The others took over its samples.',
	'run.scorer-failed': [
		'The scorer {name} of {suite} failed, not the model ({n} of {of} {of|sample|samples}):',
		'{said}[[; and {more} {more|other failure|other failures}]]',
	],
	'run.scores-differ':
		'{suite}: {score} of {n} {n|sample|samples} ({samples}) is {before} in the log and {after} here. Score the run again with gemmark rescore.',
	'run.skipped': ['Skipped: {suite}, {variant}.', '{reason}'],
	'run.stop-budget': '{over} of {n} turns exceed the budget of {limit} ms',
	'run.stop-calls': 'no tool call is right in {n} prompts of {suite}',
	'run.stop-gate': 'the gate requires {metric} {expected}[[, and it is {value}]]',
	'run.stop-gate-calls': '{right} of {n} {n|call is|calls are} right, and the gate requires {metric} {expected}',
	'run.suite-failed': [
		'Code of the app, the dialect or the suite {name} failed, not the model ({n} of {of} {of|sample|samples}):',
		'{said}[[; and {more} {more|other failure|other failures}]]',
	],
	'run.parallel-cpu':
		'--parallel gave way to the default: on a CPU, a process per core evaluates a model under 1 GB faster.',
	'run.suite-too-small':
		'{suite}: {n} {n|prompt|prompts} cannot show that a loss is within {margin} points, even if none is lost. Until then a comparison cannot say ship. Use {needed} prompts, or --margin {suite}={least}%.',
	'run.surplus-threads':
		'{threads} engine threads share {cores} {cores|core|cores} of this machine, so all times are longer.',
	'run.sustain-killed': 'killed by the system, {why}',
	'run.sustain-lost': 'the engine or its app was lost',
	'run.thinking-off':
		'The server or app sent reasoning in {n} {n|sample|samples} although thinking is off; a prefix in it does not count. Turn off its reasoning parser, or run with --thinking on.',
	'run.thoughts-in-text':
		'The server left thoughts in the text of {n} {n|turn|turns}, where users would read them. Turn on its reasoning parser, or turn off thinking.',
	'run.times-not-comparable': ['Timings are not comparable.', '{why}'],
	'run.tool-counts':
		'{suite}: {n} prompts share no beginning ({rows} {rows|row|rows}, each with {counts} tools), so the model reads each in full. With a large model on a CPU this can take hours.[[ {rows} {rows|row|rows} cannot show that a loss is within {margin} points, even if none is lost: use {needed}.]]',
	'run.tool-failed': [
		"The app's tool {name} failed, not the model ({n} of {of} {of|call|calls}):",
		'{said}[[; and {more} {more|other failure|other failures}]]',
	],
	'run.tool-unanswered': "no canned answer for {tool}, so the model gets 'no_answer'",
	'run.unended-cut': [
		'The log has no last line: the run is still running, or was killed.',
		'Results until then are shown.',
	],
	'run.unended-failed': ['The run failed before it was complete.', 'Results until then are shown.'],
	'run.unended-interrupted': [
		'The run was interrupted before it was complete.',
		'Continue it with --resume, or capture the missing prompts. Results until then are shown.',
	],
	'sweep.no-axis': ['{runner} has no {axis}', 'To include it anyway, add it to sweep.targets in the config.'],
	'sweep.no-gguf': ['{runner} cannot load GGUF files', 'Add a build for this engine to sweep.targets in the config.'],
	'sweep.no-memory': ['requires {needed}, but earlier cells use {used} of {memory}', 'Sweep fewer cells at once.'],
	'state.borderline': 'the path of {suite} is borderline',
	'state.calls': '{right} of {n} {n|call is|calls are} right',
	'state.calls-right': '{right} of {n} {n|call is|calls are} right.',
	'state.gate-open': 'unscored samples could decide the gate',
	'state.no-limit': 'no limit is set',
	'state.no-limit-set': 'No limit is set.',
	'state.no-path': '{suite} has no path yet',
	'state.not-decided': 'Not decided: [[{found}; ]]{why}.',
	'state.not-ready': 'Not ready to ship: {why}[[, and {more} more]].',
	'state.path': 'path {path}[[ in {suite}]]',
	'state.path-prompts': 'Path {path}: {hits} of {n} {n|prompt passes|prompts pass} ({threshold} decide).',
	'state.path-texts':
		'Path {path}: {hits} of {n} {n|text|texts} before a call {n|is|are} worth keeping ({threshold} decide).',
	'state.rate': '{hits} of {n} pass in {suite}',
	'state.ready': 'Ready to ship[[: {why}]].',
	'state.subset': 'the run has only a part of {suite}',
	'state.unended': 'the run is not complete',
	'state.unscored': '{n} {n|prompt|prompts} with expected calls {n|is|are} unscored',
} as const;
