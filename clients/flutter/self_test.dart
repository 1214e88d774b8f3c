// `dart run clients/flutter/self_test.dart` plays the plans of clients/fixtures with what an app answered there, and compares what
// this client writes. It needs the Dart SDK alone. The twin of Fixtures.kt and plan-cases-fixture.ts. Never run by gemmark: see README.md.
import 'dart:convert';
import 'dart:io';

import 'gemmark_client.dart';
import 'plan_file.dart';

/// What the app said in the last try of each ask.
class Script {
  Script(File file) {
    final messages = [for (final line in file.readAsLinesSync()) ..._messageOf(line)];
    hello = messages.lastWhere((one) => one['type'] == 'hello');
    for (final message in messages) {
      if (!message.containsKey('ask')) continue;
      final ask = message['ask'] as int;
      if (message['type'] != 'ask') {
        _parts[ask]!.add(message);
      } else {
        _parts[ask] = [];
        _byText[message['text'] as String] = ask;
      }
    }
  }

  late final Json hello;
  final Map<int, List<Json>> _parts = {};
  final Map<String, int> _byText = {};

  List<Json> partsOf(String text) => _parts[_byText[text]]!;
}

class ScriptedApp implements Controller, Runtime {
  ScriptedApp(this._script);

  final Script _script;
  bool _stopped = false;

  @override
  Json get facts => {..._script.hello}..removeWhere((name, _) => name == 'exit' || name == 'session');

  @override
  Future<void> open([Json? message]) async => _stopped = false;

  @override
  Future<End> generate(List<Json> results, String? text, Parts out) => throw UnsupportedError('level app only');

  @override
  Future<void> stop() async => _stopped = true;

  @override
  Future<End> userTurn(String text, Parts out, {bool confirm = true}) async {
    for (final part in _script.partsOf(text)) {
      switch (part['type']) {
        case 'chunk':
          out.chunk(part['text'] as String, thinking: part['thinking'] == true);
        case 'call':
          out.call(part['name'] as String, part['arguments'] as Json);
        case 'malformed':
          out.malformed(part['raw'] as String);
        case 'error':
          throw AskFailed(part['code'] as String, part['message'] as String);
        case 'end':
          while (part['finish'] == 'deadline' && !_stopped) {
            await Future<void>.delayed(const Duration(milliseconds: 1));
          }
          final end = _endOf(part, confirm);
          if (part['more'] != true) return end;
          out.generationEnded(end);
      }
    }
    throw StateError('the script has no end');
  }

  End _endOf(Json part, bool confirm) {
    final messages = (part['messages'] as List?)?.cast<Json>();
    if (messages != null && !confirm && !'$messages'.contains('cancelled')) throw StateError('the dialog was confirmed');
    return End(
      part['finish'] as String,
      reason: part['reason'] as String? ?? '',
      usage: part['usage'] as Json? ?? const {},
      counters: part['counters'] as Json?,
      messages: messages,
      error: part['error'] as String?,
    );
  }
}

Future<void> main() async {
  final fixtures = Platform.script.resolve('../fixtures/');
  final folder = Directory.systemTemp.createTempSync('gemmark-client-');
  final answers = File('${folder.path}/answers.jsonl');
  File fixture(String name) => File.fromUri(fixtures.resolve('$name.jsonl'));

  Future<void> play(String process, {String plan = 'plan-app', String script = 'answers-app'}) async {
    final said = Script(fixture(script));
    final app = ScriptedApp(said);
    final client = GemmarkClient(
      app: said.hello['app'] as Json,
      device: said.hello['device'] as String,
      os: said.hello['os'] as String,
      runtime: app,
      controller: app,
      state: () async => {'thermal': 'nominal'},
      process: process,
      exit: said.hello['exit'] as Json?,
      show: print,
    );
    await FileTransport(client, fixture(plan), answers).play();
  }

  void compare(String name, List<String> expected) {
    final written = _timeless(answers.readAsLinesSync());
    final wanted = _timeless(expected);
    final isSame = written.join('\n') == wanted.join('\n');
    print('${isSame ? 'same' : 'DIFFERS'}: $name');
    if (isSame) return;
    exitCode = 1;
    for (var line = 0; line < wanted.length; line++) {
      if (line < written.length && written[line] == wanted[line]) continue;
      print('line ${line + 1}\n  expected ${wanted[line]}\n  written  ${line < written.length ? written[line] : 'nothing'}');
      break;
    }
  }

  final app = fixture('answers-app').readAsLinesSync();
  final killed = app.indexWhere((line) => line.contains('"type":"hello"'), 1);
  final cold = app.sublist(0, killed);
  answers.writeAsStringSync(cold.join('\n'));
  await play('c03a');
  compare('killed in its second ask, with a torn line, and resumed', app);
  await play('c03b');
  final again = [app[killed], app[killed + 1], app.last].map((line) => line.replaceFirst('"c03a"', '"c03b"'));
  compare('done: nothing is asked again', [...app, ...again]);
  final twice = [...cold, ...cold].map((line) => line.replaceAll('"b81f"', '"b81e"')).toList();
  answers.writeAsStringSync('${twice.join('\n')}\n');
  await play('c03a');
  final first = RegExp(r'"(?:ask|conversation)":1\b');
  compare('killed twice: the sample is skipped', [...twice, ...app.sublist(killed).where((line) => !first.hasMatch(line))]);
  await play('a11c', plan: 'plan-cases', script: 'answers-cases');
  compare(
    'a refused dialog, a deadline, a failed ask, a turn with an error; a file of another plan in the way',
    fixture('answers-cases').readAsLinesSync(),
  );
  final aside = folder.listSync().length - 1;
  print('${aside == 1 ? 'same' : 'DIFFERS'}: that file is kept');
  if (aside != 1) exitCode = 1;
  folder.deleteSync(recursive: true);
}

/// Lines without times and states, which depend on the machine; torn ones are none.
List<String> _timeless(List<String> lines) => [
      for (final line in lines)
        for (final message in _messageOf(line))
          if (message['type'] != 'state')
            jsonEncode(_sorted({
              ...message..remove('atMs')..remove('startMs'),
              if (message['type'] == 'end') 'reason': message['reason'] ?? '',
            })),
    ];

Object? _sorted(Object? value) => switch (value) {
      Map() => {for (final name in value.keys.cast<String>().toList()..sort()) name: _sorted(value[name])},
      List() => value.map(_sorted).toList(),
      _ => value,
    };

List<Json> _messageOf(String line) {
  try {
    return [(jsonDecode(line) as Json)['message'] as Json];
  } on FormatException {
    return [];
  }
}
