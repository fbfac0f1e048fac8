internal import CommandLanguage

/// Something that `help` explains beside the commands.
struct Topic {
  let name: String
  /// What it is about, in a line.
  let summary: String
  /// All of it, without a newline at the end.
  let text: String

  static let all = [
    tour, kinds, values, keys, expressions, functions, templates, prompt, cluster,
  ]
}
