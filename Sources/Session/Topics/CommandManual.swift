internal import CommandLanguage
internal import RecordStore

package enum CommandManual {
  package static var commands: String {
    page(
      """
      # Commands

      Every command with its forms, options and examples. At the prompt, `help COMMAND`
      explains one command. Brackets enclose an optional part, and `|` separates alternatives. In
      `TYPE[KEY]`, `[VALUE, …]` and `for [TYPE]`, type the brackets.
      """,
      Session.verbs.all.map { verb in
        var lines = ["## \(verb.name)", "", verb.summary, "", "```"] + Session.forms(of: verb)
        if !verb.aliases.isEmpty { lines.append("also: " + verb.aliases.joined(separator: ", ")) }
        lines.append("```")
        if !verb.options.isEmpty {
          lines += [""] + verb.options.map { "- `\($0.usage)` \($0.summary)" }
        }
        return (lines + ["", "For example:", "", "```"] + verb.examples + ["```"])
          .joined(separator: "\n")
      })
  }

  package static var functions: String {
    page(
      """
      # Functions

      Expressions can call these functions. Brackets enclose an optional argument. At the
      prompt, `help substr` explains one function. Every example is true in a database with two
      records of a type `Person`: Ann, who is 41, and Bob, who is 20.
      """,
      ExpressionFunction.Group.allCases.map { group in
        let rows = ExpressionFunction.all.filter { $0.group == group }.map { function in
          let cells = ["`\(function.call)`", function.summary, "`\(function.example)`"]
          return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        let head = ["## \(group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst())", ""]
        return (head + ["| function | result | example |", "|---|---|---|"] + rows)
          .joined(separator: "\n")
      })
  }

  private static func page(_ head: String, _ sections: [String]) -> String {
    ([head] + sections).joined(separator: "\n\n") + "\n"
  }
}
