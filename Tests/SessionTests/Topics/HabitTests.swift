import CommandLanguage
import Replies
import Session
import TestSupport
import Testing

@Suite struct HabitTests {
  @Test(arguments: [
    (".tables", "`types` lists the types, and `describe Person` prints one type"),
    (".export", "`export Person to people.csv` writes records to a file"),
    ("\\copy Person to 'x.csv'", "`import people.csv into Person` imports rows, and `export"),
    ("\\d", "`types` lists the types, and `describe Person` prints one type"),
    ("\\q", "`exit` ends the session"),
    ("select * from Person join Pet", "`list Person` prints records; `sql \"select …\"` runs SQL"),
    ("update Person", "`set Person where age > 64 : active=false` changes records"),
    ("status", "`log limit 1` shows the last change, and `check` verifies the database"),
    ("new P n=n * 2", "put calculations in parentheses: n=(…)"),
    ("new P n=1O", "the letter O is in a number; did you mean 0?"),
    ("new P n=lO", "\"lO\""),
    ("set P/1.d 2026-1-5", "write dates as 2026-01-05"),
    ("new P d=2026-11-5 n=1", "write dates as 2026-11-05"),
    ("set P/1.d 01.01.2025", "write dates as 2025-01-01"),
    ("set P/1.d 31.12.2025", "write dates as 2025-12-31"),
    ("set P/1.d 1/2/2025", "write dates as 2025-02-01 or 2025-01-02"),
    ("set P/1 d=31/12/2025 n=1", "write dates as 2025-12-31"),
    ("set P where n = 0: d=1.2.2025", "write dates as 2025-02-01"),
    ("set P/1.d 31.02.2025", "write dates as 2025-12-31"),
    ("set P/1.d 2025/1/5", "write dates as 2025-01-05"),
    ("new P d=01.01.2025", "write dates as 2025-01-01"),
    ("new P d=12/31/2025", "write dates as 2025-12-31"),
    ("new P d=5/5/2025", "write dates as 2025-05-05"),
    ("list P where d = 01.01.2025", "write dates as 2025-01-01"),
    ("list P where d between 31/12/2025 and today", "write dates as 2025-12-31"),
    ("list P where d = 2025-1-5", "write dates as 2025-01-05"),
    ("count P where d < 31.12.2025", "write dates as 2025-12-31"),
    ("list P where 1/2/2025 < d", "write dates as 2025-02-01 or 2025-01-02"),
    ("list P where 31.12.2025 < d", "write dates as 2025-12-31"),
    ("list P where n > 34,95", "write 34.95"), ("list P where n > -1,5", "write -1.5"),
    ("list P where n > 15%", "write 0.15"), ("list P where 12.5% < n", "write 0.125"),
    ("list P where (n > 5%)", "write 0.05"),
    ("list P where date(\"2025-01-31\", \"+1 month\") < d", "add_months(\"2025-01-31\", 1)"),
    ("let x = today", "write :today for the current date"),
    ("let x = now", "write :now for the current date and time"),
    ("new P n=1:5", "write times of day as 01:05, and durations as 1:05 or 0:01:05"),
    ("show :p", "show p"), ("set :p.n 3", "set p.n 3"),
    ("list P where n > 1\nand n < 5", "`list Person where (age > 30 and age < 65)`"),
    ("OR n < 5", "`list Person where (age > 30 and age < 65)`"),
    ("define Q { a: Text(80) }", "write \"Text length ...80\""),
    ("define Q { a: Integer(10) }", "the kind Integer has no arguments"),
    ("define Q { a: Text key? }", "a key cannot be nil; write \"Text? unique\""),
    ("define Q { a: Text unique? }", "write \"Text?\""),
    ("define Q (a: Text)", "write the properties in braces: { name: Text, age: Integer }"),
    ("define Q { a: Text, key a }", "write key directly after the kind of its property"),
    ("new R p=1", "write P/1"), ("open P", "`list P` prints the records of a type"),
    ("list P to \"x.xlsx\"", "`export Person to \"people.xlsx\"` writes a spreadsheet"),
    ("help csv", "did you mean \"import\"?"),
    ("define Q { a: varchar(80) }", "did you mean \"Text\"?"),
    ("define Q { a: float }", "did you mean \"Double\"?"),
    ("define Q { a: number in 1...2 }", "did you mean \"Decimal\"?"),
    ("alter P { add x: int }", "did you mean \"Integer\"?"),
    ("echo \"open\nset P/1.n 3\necho \"closed\"", "the previous text began at line 1, column 6; "),
  ])
  func aSlipIsAnsweredWithWhatHelps(line: String, hint: String) throws {
    let talk = try Conversation("define P { n: Integer = 0, d: Date? }\ndefine R { p: P? }\nnew P")
    guard case .diagnostic(let diagnostic)? = talk.replies(to: line).last else {
      Issue.record("no error")
      return
    }
    #expect(
      diagnostic.hint?.hasPrefix(hint) == true || diagnostic.message.contains(hint),
      "\(diagnostic.message); \(diagnostic.hint ?? "")")
  }

  @Test func everyAnswerToAForeignWordNamesCommandsOfOurs() {
    for (word, hint) in ForeignWords.hints {
      #expect(Session.verbs.named(word) == nil, "\(word)")
      for clause in hint.split(whereSeparator: { ",;".contains($0) }) {
        let words = clause.replacing("`", with: "").split(separator: " ")
        let first = words.first { $0 != "and" }.map(String.init) ?? ""
        // Some answers name an option or an argument of the program.
        let isOurs = Session.verbs.named(first) != nil || hint.contains("program")
        #expect(isOurs, "\(hint)")
      }
    }
  }

  @Test func whatNewFillsInIsNamedAtThePrompt() throws {
    let talk = try Conversation(
      "define P { name: Text key, n: Integer, r: Decimal(fraction: 2), t: Text, m: Integer = 5 }")
    expectEqual(talk.enter("new P name=a n=1"), ["P/1", "notice: with r=0"])
    expectEqual(talk.enter("new P name=b n=1 r=2"), ["P/2"])
    expectEqual(talk.tell("new P name=c"), ["P/3"])
  }

  @Test func aTypeThatTheSameLineDefinesIsNotWarnedOf() throws {
    let talk = try Conversation()
    expectEqual(talk.enter("define A { bs: [B] owned }; define B { n: Integer }"), [])
    expectEqual(
      talk.enter("define C { d: D }; new A"),
      ["A/1", "warning name 2:15: there is no kind or type D yet"])
  }

  @Test func aMisspelledKindIsWarnedOfAtThePromptWhereItIsDefined() throws {
    let talk = try Conversation()
    expectEqual(
      talk.enter("define P { name: Text key, n: Intger }"),
      ["warning name 1:31: there is no kind or type Intger yet; did you mean Integer?"])
  }
}
