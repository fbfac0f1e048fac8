/// Where the prompt is found by what is made before it.
final class Conversation {
  weak var prompt: Prompt?
}
