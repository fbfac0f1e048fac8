import Session
import TestSupport
import Testing

@Suite struct ListFunctionTests {
  private static let staff = """
    define Person {
      name: Text key, fee: Decimal(integer: 5, fraction: 2) = 12.5, on: Boolean = true
      crew: [Person], tags: [Text], took: Duration?, boss: Person? on delete clear, born: Date?
    }
    let bob = new Person name=Bob took=1:30
    let eve = new Person name=Eve on=false took=0:30
    let ann = new Person name=Ann tags=[x, "y z"] born=2000-01-31
    set ann.crew [:eve, :bob]

    """

  @Test(arguments: [
    ("split(\"a,b,,c\", \",\")", "[a, b, , c]"), ("split(\"\", \",\")", "[]"),
    ("split(\"abc\", \"\")", "[a, b, c]"), ("split(\"a\", \",\")", "[a]"),
    ("split(nil, \",\")", "nil"), ("split(\"a\\\"b\", \";\")", "[a\"b]"),
    ("count(split(\"a,b\", \",\"))", "2"), ("count(:two)", "2"),
    ("\"b\" in split(\"a,b\", \",\")", "true"),
    ("join(split(\"b,a\", \",\"), \"+\")", "b+a"), ("join(:two, \"-\")", "x-7"),
    ("join(ann.tags, \"|\")", "x|y z"), ("join(ann.crew.name, \", \")", "Eve, Bob"),
    ("join(bob.crew.name, \", \")", ""), ("join(Person.name where on, \" \")", "Bob Ann"),
    ("join(Person.on, \" \")", "true false true"), ("join(Person.took, \" \")", "1:30 0:30"),
    ("join(ann.crew.fee, \" \")", "12.5 12.5"),
    ("stdev(Person.took)", "0:42:26"), ("stdev(Person.fee)", "0.0"),
    ("stdev(Person.took where on)", "nil"),
    ("month(ann.born)", "1"), ("month(nil)", "nil"), ("year(\"2026-11-21\")", "2026"),
    ("add_months(2026-01-31, 1)", "2026-02-28"), ("months_between(2026-01-31, 2026-02-28)", "1"),
    ("months_between(2026-01-31, 2026-02-27)", "0"),
    ("months_between(2026-03-31, 2026-02-28)", "-1"),
    ("months_between(2024-02-29, 2025-02-28)", "12"), ("months_between(nil, 2025-02-28)", "nil"),
    ("read_date(\"21.11.2026\", \"dd.mm.yyyy\")", "2026-11-21"),
    ("read_date(\"1/2/69\", \"m/d/yy\")", "1969-01-02"),
    ("read_date(\"20260102\", \"yyyymmdd\")", "2026-01-02"),
    ("read_date(\"31.02.2026\", \"dd.mm.yyyy\")", "nil"),
    ("read_date(\"1.2.2026\", \"dd.mm.yyyy\")", "nil"),
    ("read_date(\"21.11.2026 \", \"dd.mm.yyyy\")", "nil"),
    ("read_date(\"21.11.2026\", \"dd.mm.yyyy\") + 1", "2026-11-22"),
    ("duration(5400)", "1:30:00"), ("duration(90.4) = \"0:01:30\"", "true"),
    ("duration(60) + ann.took", "nil"), ("duration(60) + bob.took", "1:31:00"),
    ("text(ann.fee)", "12,50"), ("text(1234.5)", "1234,5"), ("text(ann.on)", "true"),
    ("text(ann.born)", "2000-01-31"), ("text(bob.took)", "1:30"), ("text(nil)", "nil"),
    ("month(\"2026-10\") + year(\"2026-10\")", "2036"), ("month(:due) = month(2027-10-31)", "true"),
    ("year(:due) - year(ann.born)", "26"), ("text(ann.fee * 2) || \" €\"", "25,00 €"),
    ("text(\"a\")", "a"),
  ])
  func anExpressionComesTo(expression: String, text: String) throws {
    let talk = try Conversation(
      Self.staff + "option locale de_DE\nlet two = [x, 7]\nlet due = 2026-10")
    expectEqual(talk.tell("echo (\(expression))"), [text])
  }

  @Test(arguments: [
    ("join(\"a\", \",\")", "1:12: join() needs a list, not a text"),
    ("join(ann.crew, \",\")", "needs a property of Person"),
    ("text(ann)", "1:12: text() cannot format a record of Person"),
    ("text(ann.tags)", "1:12: text() cannot format a list"),
    ("month(3)", "1:13: month() needs a date or a month, not a number"),
    ("months_between(2026-01-01, 3)", "1:34: months_between() needs a date, not a number"),
    ("read_date(\"1.2.2026\", \"dd.mm\")", "\"dd.mm\" must have one day (d, dd), one"),
    ("duration(\"x\")", "duration() needs a number of seconds, not \"x\""),
    ("stdev(Person.name)", "1:13: stdev() needs numbers, but Person.name is a text"),
    ("split(\"a\")", "split() takes 2 arguments, not 1"),
    ("strftime(\"%Y\", ann.born) = 2024", "(year(ann.born))"),
    ("date(ann.born, \"+1 month\")", "(add_months(ann.born, 1))"),
    ("month(ann.born) = :due", "(month(:due))"), (":due < year(ann.born)", "(year(:due))"),
    (
      "strftime(\"%Y-%m\", ann.born) = :due",
      "(year(ann.born) = year(:due) and month(ann.born) = month(:due))"
    ),
    (":due = 2026", "(write months as \"2026-11\")"),
  ])
  func aMistakeIsSaid(expression: String, error: String) throws {
    let talk = try Conversation(Self.staff + "\nlet due = 2026-10")
    let lines = talk.tell("echo (\(expression))")
    #expect(lines.count == 1 && lines[0].contains(error), "\(lines)")
  }

  @Test func aDefinitionCannotShowWhatDependsOnTheLocale() throws {
    let talk = try Conversation(Self.staff)
    for definition in [
      "define T { a: Integer, b: Text := (text(a)) }", "rule Person.r: text(fee) = \"1\"",
      "alter Person { add b: Text := (text(fee)) }",
      "screen S for [Person] { columns name, (text(fee)) }",
    ] {
      let lines = talk.tell(definition)
      #expect(
        lines.count == 1 && lines[0].contains("text(), because the result depends on the locale"),
        "\(definition): \(lines)")
    }
  }

  @Test func aLabelFollowsTheLocaleOfWhatItShows() throws {
    let talk = try Conversation(Self.staff)
    expectEqual(talk.tell("label a = (text(:ann.fee))"), ["a: 12.50"])
    expectEqual(talk.tell("option locale de_DE"), ["a: 12,50"])
    expectEqual(talk.tell("list Person text(fee) where name = \"Ann\" at #2"), [])
    expectEqual(talk.tell("list Person text(fee) where name = \"Bob\" at #2"), ["Person/1|12,50"])
  }

  @Test func aListIsSetByWhatComesToOne() throws {
    let talk = try Conversation(Self.staff)
    expectEqual(talk.tell("set ann.tags (split(\"p q\", \" \")); get ann.tags"), ["[p, q]"])
    expectEqual(
      talk.tell("list Person name, join(crew.name, \", \") where \"p\" in tags"),
      [
        "Person/3|Ann|Eve, Bob"
      ])
    expectEqual(talk.tell("set ann.fee 3.5; let fee = (sum(Person.fee)); echo \":fee\""), ["28.50"])
  }
}
