internal import CommandLanguage

struct Topic {
  let name: String
  /// One line.
  let summary: String
  /// Without a trailing newline.
  let text: String

  /// Parts of the guide. A test writes them to the file, where each begins with `== NAME: SUMMARY`.
  private static let guide = ("\n" + String(decoding: PackageResources.Topics_txt, as: UTF8.self))
    .split(separator: "\n== ").map { part in
      let lines = part.split(separator: "\n", maxSplits: 1)
      let head = lines[0].split(separator: ": ", maxSplits: 1).map(String.init)
      return Topic(name: head[0], summary: head[1], text: String(lines[1]))
    }

  static let all =
    guide.filter { $0.name == "start" }
    + (guide.filter { $0.name != "start" } + [kinds, functions]).sorted { $0.name < $1.name }

  /// The commands suggested for an empty database.
  static let first = [
    #"define Person { name: Text key, age: Integer? in 0...150 }"#,
    #"new Person name="Bob" age=63"#,
    #"list Person"#,
  ]
}
