/// Words of other programs, with hints to the equivalent commands. Each clause of a hint begins
/// with a command, unless the hint is about the program itself.
package enum ForeignWords {
  /// Also returns a hint for unknown words that look like commands of sqlite3, for example `.foo`.
  static func hint(for word: String) -> String? {
    if let hint = hints[word] { return hint }
    return word.first == "." && word.dropFirst().first?.isLetter ?? false
      ? "`help` lists the commands" : nil
  }

  package static let hints: [String: String] = Dictionary(
    uniqueKeysWithValues: answers.flatMap { answer in
      answer.words.split(separator: " ").map { (String($0), answer.hint) }
    })

  private static let answers: [(words: String, hint: String)] = [
    // sqlite3 and psql
    (
      ".tables .tab \\d \\dt \\d+ \\l",
      "`types` lists the types, and `describe Person` prints one type"
    ),
    (
      ".schema .fullschema \\dS",
      "`schema` prints all definitions, and `describe Person` prints one type"
    ),
    (
      ".dump .recover",
      "`dump to \"shop.wb\"` writes everything as commands, and `check` verifies the database"
    ),
    (".backup .save .clone .archive .ar", "`backup \"copy.db\"` copies the database"),
    (".restore", "`restore ann to #12` restores a past state"),
    (".log .trace .echo .stats .timer", "`log` lists the transactions"),
    (".changes", "`log limit 1` shows the last change"),
    (".eqp .expert .scanstats", "`explain list Person where age > 30` shows the plan of a query"),
    (".intck .lint .selftest .check .dbinfo .sha3sum .dbtotxt", "`check` verifies the database"),
    (".databases .connection .vfsinfo .vfslist .vfsname", "`types` lists the types"),
    (".parameter .var", "`let limit = 30` sets a session name"),
    (
      ".shell .system .cd",
      "the program cannot run shell commands; `exit` returns to the shell"
    ),
    (
      ".width .separator .nullvalue .crlf .crnl .explain",
      "start the program with an option for the output format: `--box`, `--lines`, `--csv`, "
        + "`--json`"
    ),
    (
      ".bail .timeout .progress .limit .prompt .nonce .auth .dbconfig .filectrl .imposter .load .session .testcase .testctrl .unmodule .version .binary .breakpoint .www",
      "`help` lists the commands, and `workbench --help` lists the options of the program"
    ),
    (".quit .exit \\q bye logout", "`exit` ends the session"),
    (".help .h \\? \\h", "`help` lists the commands"),
    (".read \\i source", "`include \"FILE\"` runs the commands of a file"),
    (".open \\c connect", "start the program with the file: `workbench FILE`"),
    (
      ".mode .headers .header \\x \\pset",
      "start the program with an option for the output format: `--box`, `--lines`, `--csv`, "
        + "`--json`"
    ),
    (".print \\echo print", "`echo \"text\"` prints a text"),
    (
      ".import load LOAD",
      "`import people.csv into Person` imports the rows of a CSV file"
    ),
    (
      ".export .output .once .excel \\o",
      "`export Person to people.csv` writes records to a file"
    ),
    (
      "\\copy COPY",
      "`import people.csv into Person` imports rows, and `export Person to people.csv` writes "
        + "records"
    ),
    (".indexes .indices", "`describe Person` shows the indexes of a type"),
    // SQL
    ("update UPDATE", "`set Person where age > 64 : active=false` changes records"),
    (
      "create CREATE",
      "`define Person { name: Text key }` defines a type, "
        + "and `new Person name=\"Ann\"` creates a record"
    ),
    (
      "SELECT",
      "`list Person where age > 30` prints records; `sql \"select …\"` runs an SQL query"
    ),
    ("with WITH values VALUES pragma PRAGMA", "`sql \"select …\"` runs an SQL query"),
    ("INSERT", "`new Person name=\"Ann\"` creates a record"),
    ("DELETE", "`delete Person where age < 0` deletes records"),
    ("from FROM where WHERE", "`list Person where age > 30` prints records"),
    (
      "and or AND OR",
      "`list Person where (age > 30 and age < 65)` can span several lines because of the "
        + "parentheses"
    ),
    ("grep search", "`find \"text\"` lists the properties that contain a text"),
    // git
    ("status", "`log limit 1` shows the last change, and `check` verifies the database"),
    ("reset checkout stash", "`undo` undoes the last command"),
    ("add init", "`new Person name=\"Ann\"` creates a record"),
    ("ls dir", "`types` lists the types, and `list Person` prints the records of one type"),
    ("cat", "`show ann` prints a record"),
    ("man ?? info", "`help` lists the commands, and `help COMMAND` explains one command"),
  ]
}
