internal import CommandLanguage

struct Topic {
  let name: String
  /// One line.
  let summary: String
  /// Without a trailing newline.
  let text: String

  /// The first topic is for new users.
  static let all =
    guide.filter { $0.name == "start" }
    + (guide.filter { $0.name != "start" } + [kinds, functions]).sorted { $0.name < $1.name }

  /// The first commands for a new user; they need no existing data.
  static let first = [
    #"define Person { name: Text key, age: Integer? in 0...150 }"#,
    #"new Person name="Bob" age=63"#,
    #"list Person"#,
  ]
}
