internal import CommandLanguage

struct Topic {
  let name: String
  /// One line.
  let summary: String
  /// Without a trailing newline.
  let text: String

  static let all =
    guide
    + [
      tour, kinds, values, keys, expressions, functions, templates, prompt, cluster, serve,
    ].filter { old in !guide.contains { $0.name == old.name } }
}
