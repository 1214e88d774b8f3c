// Of LiteRT-LM's Kotlin sources: Engine.kt 35f580cf, Conversation.kt 004ee26c, Benchmark.kt 0ea540e4, Config.kt 0d05de39; of Message, Contents
// and tool() as far as its examples show them. Written 2026-11-28.
package com.google.ai.edge.litertlm
sealed class Backend(val name: String) { data class CPU(val threadCount: Int? = null, val numOfThreads: Int? = null) : Backend("CPU"); class GPU : Backend("GPU"); data class NPU(val nativeLibraryDir: String = "") : Backend("NPU") }
data class EngineConfig(val modelPath: String, val backend: Backend = Backend.CPU(), val visionBackend: Backend? = null, val audioBackend: Backend? = null, val maxNumTokens: Int? = null, val maxNumImages: Int? = null, val cacheDir: String? = null)
class Engine(val engineConfig: EngineConfig) : AutoCloseable { fun initialize() {}; override fun close() {}; fun createConversation(c: ConversationConfig = ConversationConfig()): Conversation = Conversation() }
data class ConversationConfig(val systemInstruction: Contents? = null, val initialMessages: List<Message> = listOf(), val tools: List<ToolProvider> = listOf(), val samplerConfig: SamplerConfig? = null, val automaticToolCalling: Boolean = true, val maxOutputToken: Int? = null)
data class SamplerConfig(val topK: Int, val topP: Double, val temperature: Double, val seed: Int = 0)
class Conversation : AutoCloseable { override fun close() {}; fun cancelProcess() {}; fun sendMessageAsync(m: Message, c: MessageCallback) {}; fun getTokenCount(): Int = 0; fun getBenchmarkInfo(): BenchmarkInfo = throw Error(); fun renderMessageIntoString(m: Message): String = ""; fun renderPrefaceIntoString(): String = "" }
interface MessageCallback { fun onMessage(message: Message); fun onDone(); fun onError(throwable: Throwable) }
object ExperimentalFlags { var enableBenchmark = false; var convertCamelToSnakeCaseInToolDescription = true }
class BenchmarkInfo { val lastPrefillTokenCount = 0; val lastDecodeTokenCount = 0; val lastPrefillTokensPerSecond = 0.0; val lastDecodeTokensPerSecond = 0.0; val timeToFirstTokenInSecond = 0.0 }
class Contents(val contents: List<Content>) { companion object { fun of(t: String) = Contents(listOf()); fun of(l: List<Content>) = Contents(l) } }
sealed class Content { class Text(val text: String) : Content(); class ToolResponse(val name: String, val response: Any?) : Content() }
class ToolCall(val name: String, val arguments: Map<String, Any?>)
class Message(val contents: Contents, val toolCalls: List<ToolCall>, val channels: Map<String, String> = mapOf()) { companion object { fun user(c: Contents) = Message(c, listOf()); fun tool(c: Contents) = Message(c, listOf()) } }
interface ToolProvider
interface OpenApiTool { fun getToolDescriptionJsonString(): String; fun execute(paramsJsonString: String): String }
fun tool(t: OpenApiTool): ToolProvider = object : ToolProvider {}
