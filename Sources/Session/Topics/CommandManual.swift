internal import CommandLanguage

/// The command reference, from the same texts as `help`.
package enum CommandManual {
  package static var article: String {
    let sections = Session.verbs.all.map { verb in
      var lines = ["## \(verb.name)", "", verb.summary, "", "```"]
      lines += forms(of: verb) + ["```"]
      if !verb.options.isEmpty {
        lines += [""] + verb.options.map { "- `\($0.usage)` \($0.summary)" }
      }
      lines += ["", "For example:", "", "```"] + verb.examples + ["```"]
      return lines.joined(separator: "\n")
    }
    let head = """
      # The commands

      Every command with its forms, its options and examples, as `help COMMAND` prints them.
      """
    return ([head] + sections).joined(separator: "\n\n") + "\n"
  }

  package static var page: String {
    let sections = Session.verbs.all.map { verb in
      var lines = [".SS \(verb.name.asRoff)", ".nf"]
      lines += forms(of: verb).map(\.asRoff) + [".fi", ".PP", verb.summary.asRoff]
      for option in verb.options {
        lines += [".TP", "\\fB\(option.usage.asRoff)\\fR", option.summary.asRoff]
      }
      lines += [".PP", ".RS", ".nf"] + verb.examples.map(\.asRoff) + [".fi", ".RE"]
      return lines.joined(separator: "\n")
    }
    return ([".SH COMMANDS"] + sections).joined(separator: "\n") + "\n"
  }

  private static func forms(of verb: Verb) -> [String] {
    let aliases = verb.aliases.isEmpty ? [] : ["also: " + verb.aliases.joined(separator: ", ")]
    return verb.usage.split(separator: " · ").map(String.init) + aliases
  }
}

extension String {
  package var asRoff: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let text = line.unicodeScalars.map { scalar in
        switch scalar {
        case "\\": "\\e"
        case "-": "\\-"
        case "'": "\\(aq"
        case "`": "\\(ga"
        case "^": "\\(ha"
        case "~": "\\(ti"
        case _ where !scalar.isASCII:
          "\\[u" + String(repeating: "0", count: max(0, 4 - scalar.hexadecimal.count))
            + scalar.hexadecimal + "]"
        default: String(scalar)
        }
      }.joined()
      return text.hasPrefix(".") ? "\\&" + text : text
    }.joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  fileprivate var hexadecimal: String { String(value, radix: 16, uppercase: true) }
}
