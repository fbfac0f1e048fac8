internal import CommandLanguage
internal import Values

extension ImportOptions {
  private static func written(_ name: Name) -> String {
    name.value == "nil" ? name.value : name.value.asName
  }

  /// The options in command syntax, without `--infer`.
  var words: String {
    let values: [(name: String, value: String?)] = [
      ("sheet", sheet.map { Value.text($0.value).literal }),
      ("delimiter", delimiter.map { Value.text($0.value).literal }),
      ("encoding", encoding?.value), ("skip", skip?.value), ("skip-last", skipLast?.value),
      ("columns", columns.map { $0.map(Self.written).joined(separator: ", ") }),
      ("null", null.map { Value.text($0.value).literal }),
      ("true", truths.map { Value.text($0.value).literal }),
      ("false", falsehoods.map { Value.text($0.value).literal }),
      ("locale", locale?.value), ("dates", dates?.value),
      ("percent", percent?.value), ("split", separator.map { Value.text($0.value).literal }),
      ("rejects", rejects.map { Value.text($0.value).literal }),
    ]
    let flags = [
      ("keep-spaces", keepsSpaces), ("keep-empty", keepsEmpty), ("keep-going", keepsGoing),
      ("dry-run", isTrial), ("replace", replaces),
    ]
    return values.compactMap { name, value in value.map { " --\(name) \($0)" } }.joined()
      + flags.filter(\.1).map { " --\($0.0)" }.joined()
  }
}
