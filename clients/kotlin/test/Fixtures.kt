// Plays a plan on the JVM with what an app answered in a fixture: PLAN ANSWERS SCRIPT PROCESS.
package dev.gemmark.client

import java.io.File
import kotlin.system.exitProcess
import org.json.JSONArray
import org.json.JSONObject

/** What the app said in the last try of each ask. */
private class Script(file: File) {
    val hello: JSONObject
    private val parts = mutableMapOf<Long, MutableList<JSONObject>>()
    private val byText = mutableMapOf<String, Long>()

    init {
        val messages = file.readLines().mapNotNull { line ->
            try {
                JSONObject(line).getJSONObject("message")
            } catch (_: org.json.JSONException) {
                null
            }
        }
        hello = messages.last { it.getString("type") == "hello" }
        for (message in messages) {
            if (!message.has("ask")) continue
            val ask = message.getLong("ask")
            if (message.getString("type") != "ask") parts.getValue(ask).add(message)
            else {
                parts[ask] = mutableListOf()
                byText[message.getString("text")] = ask
            }
        }
    }

    fun partsOf(text: String): List<JSONObject> = parts.getValue(byText.getValue(text))
}

private class ScriptedApp(private val script: Script) : Controller, Runtime {
    @Volatile private var stopped = false

    override fun facts(): JSONObject {
        val facts = JSONObject(script.hello.toString())
        for (own in listOf("exit", "session")) facts.remove(own)
        return facts
    }

    override fun open() {
        stopped = false
    }

    override fun open(message: JSONObject) = error("level app only")

    override fun generate(results: List<JSONObject>, text: String?, out: Parts): End = error("level app only")

    override fun stop() {
        stopped = true
    }

    override fun userTurn(text: String, confirm: Boolean, out: Parts): End {
        for (part in script.partsOf(text)) {
            when (part.getString("type")) {
                "chunk" -> out.chunk(part.getString("text"), part.optBoolean("thinking"))
                "call" -> out.call(part.getString("name"), part.getJSONObject("arguments"))
                "malformed" -> out.malformed(part.getString("raw"))
                "error" -> throw AskFailed(part.getString("code"), part.getString("message"))
                "end" -> {
                    while (part.getString("finish") == "deadline" && !stopped) Thread.sleep(1)
                    val end = endOf(part, confirm)
                    if (part.optBoolean("more")) out.generationEnded(end) else return end
                }
            }
        }
        error("the script has no end")
    }

    private fun endOf(part: JSONObject, confirm: Boolean) = End(
        finish = part.getString("finish"),
        reason = part.optString("reason"),
        usage = part.optJSONObject("usage") ?: JSONObject(),
        counters = part.optJSONObject("counters"),
        messages = part.optJSONArray("messages")?.also { check(confirm || it.toString().contains("cancelled")) },
        error = if (part.has("error")) part.getString("error") else null,
    )
}

fun main(args: Array<String>) {
    val (plan, answers, fixture, process) = args
    val script = Script(File(fixture))
    val app = ScriptedApp(script)
    val client = GemmarkClient(
        app = script.hello.getJSONObject("app"),
        device = script.hello.getString("device"),
        os = script.hello.getString("os"),
        runtime = app,
        controller = app,
        state = { JSONObject().put("thermal", "nominal") },
        process = process,
        exit = script.hello.optJSONObject("exit"),
        show = ::println,
    )
    val isDone = FileTransport(client, File(plan), File(answers)).play()
    exitProcess(if (isDone) 0 else 1)
}
