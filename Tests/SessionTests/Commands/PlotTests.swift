import TestSupport
import Testing

@Suite struct PlotTests {
  @Test func aPictureReplacesAFileIfItIsToldTo() throws {
    let talk = try Conversation(
      "define P { n: Integer, `<x>&`: Integer }; new P n=1 `<x>&`=2; new P n=2 `<x>&`=0",
      files: ["notes.txt": "mine"])
    expectEqual(talk.tell("plot P.`<x>&` by n --svg a.svg"), ["notice: a.svg written"])
    expectEqual(talk.tell("plot P.`<x>&` by n --svg a.svg --replace"), ["notice: a.svg written"])
    let picture = talk.files["a.svg"] ?? ""
    #expect(picture.contains("<title>&lt;x&gt;&amp; by n</title>"))
    #expect(picture.contains("<polyline points=\"90,40 700,320\""))
    #expect(
      talk.tell("plot P.n by n --svg notes.txt")[0].contains(
        "notes.txt already exists"))
    expectEqual(talk.files["notes.txt"], "mine")
  }

  @Test func barsShowWhatEachGroupComesTo() throws {
    let talk = try Conversation(StatsTests.payments)
    expectEqual(
      talk.tell("plot Payment (sum(amount)) group by (month(day))"), ["1|10.50", "2|0.30"])
    expectEqual(
      talk.tell("plot Payment (count()) group by payer order by count() desc limit 1"), ["ann|2"])
    expectEqual(
      talk.tell("plot Payment (sum(took)) group by payer where payer = \"bob\""), ["bob|0:45"])
    expectEqual(
      talk.tell("plot Payment (sum(amount)) group by payer --svg b.svg"),
      [
        "notice: b.svg written"
      ])
    let picture = talk.files["b.svg"] ?? ""
    #expect(picture.contains("<title>sum(amount) by payer</title>"))
    #expect(picture.matches(of: #/<rect /#).count == 2)
    expectEqual(
      talk.tell("plot Payment (sum(amount))"),
      [
        "error syntax 1:6: a bar chart needs one value for each group "
          + "(as in plot Payment (sum(amount)) group by (month(day)))"
      ])
    #expect(
      talk.tell("plot Payment (min(payer)) group by payer")[0].contains(
        "a bar needs a number or a duration"))
  }

  @Test func whatIsMoreThanAValueHoldsIsSaidAndNotDrawnOrAdded() throws {
    let talk = try Conversation(
      "define T { a: Integer, h: Double, z: Duration? }; new T a=1 h=(1e308); new T a=1 h=(1e308)",
      isForPerson: true)
    for command in ["plot T (sum(h)) group by (a)", "list T h --total"] {
      expectEqual(talk.tell(command).last?.contains("too large"), true, "\(command)")
    }
    talk.tell("set T/2 a=2 h=(-1e308); set T/1.z 2562047788015215:30; set T/2.z 1:00")
    #expect(talk.tell("plot T.h by a").allSatisfy { !$0.hasPrefix("error") })
    expectEqual(talk.tell("plot T.h by a --svg t.svg").last?.contains("written"), true)
    expectEqual(
      talk.tell("plot T (sum(h)) group by (a) --svg u.svg").last?.contains("written"), true)
    expectEqual(talk.tell("list T z --total").last?.contains("too large"), true)
  }
}
