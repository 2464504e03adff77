// Cues of the proof family: figures, results, authority, social proof, experiments, comparisons. Data only.
import type { CuesByValue } from '../phrase.ts';

export const proofCues: CuesByValue = {
  statistic: {
    0.92: `
      ^ #%; ^ only #%; ^ nearly|almost|about|over #%; #% of; # out of #; one in #; # in #; ^ the average; percent of
      ^ over|about #* .. are|have; ^ statistics; ^ # percent; ^ more than #*
    `,
    0.9: '#% of people|men|women|adults|users|us|all|the; ^ #% of',
    0.75: 'the math; ^ #$ a @time; #$ .. #$; ^ #$; statistically; the data; the numbers',
    0.6: '#%; ^ #* .. @time; ^ there are #*',
  },
  result_first: {
    0.86: `
      ^ how i|we .. in #* @time; ^ i @gain .. in #* @time; ^ this .. @gain me|us #*
      ^ how i achieved|grew|made|built|quit; ^ this .. @gain #*; i made #$; ^ i just made|hit|earned|sold|closed
      ^ proof; ^ here s how i; ^ here s proof; heres how i @gain; ^ i|we grew
      ^ #* followers|views|sales|subscribers|orders in; ^ from this one; ^ the result|results; ^ how i|we @gain
      ^ i|we @gain over|about? #*; my results; the results are in
    `,
    0.6: '^ how i; ^ i finally; ^ we just; ^ i built; ^ i did it; ^ it worked',
  },
  authority: {
    0.94: `
      ^ as an|a|someone _; ^ as someone; ^ speaking as
      ^ ive been|worked|spent|coached|helped|trained|read|analyzed|analysed|studied|reviewed|interviewed|edited|written|consulted|audited|tested|hired|built|managed
      ^ after # @time .. as|of|in|working; ^ after _ #; # @time as|of experience|being|in; ^ im a|an @role
      ^ i work|worked at|in|as|for; ^ i coached|analyzed|analysed|studied|interviewed|reviewed|audited|hired|consulted
      a|an|my|the .. @role told|taught|showed|gave|said
      ^ @role|doctors|@roles explains|here|reacts|reveals|says|recommend|recommends|approved; trust me im
      ^ i have # @time; im a @role; ^ i make #$; ^ i help|helped; ^ i studied; ^ take it from; years of experience
      phd; certified; licensed; harvard; ^ in my # @time; ^ i ve been|done|worked; ^ ive been doing this
      ^ i got paid #*; ^ i used to work; ^ former; ^ retired
    `,
    0.9: `
      ^ after # @time; ask any @role; any @role will; @roles use|swear|agree|recommend|love|say
      what @roles do|use|know|eat|buy|wish; ^ @role here; hi im a|an|the; ^ i make #*
      ^ i learned .. from a|an|my|the @role; science backed; used by @roles
      ^ ive made|sold|grown|raised|earned|cooked|tested|tried|shot|written|lived #*; i ve seen; ive seen #*
      taught me this|how|that|one; what i learned from|after|in|working|building; lessons from; credentials
      trained #*; my # @time in|of|as; ^ the same _? @thing .. use|uses|used; studies show; research shows; new study
      as featured|seen in|on; nasa|stanford|oxford|harvard says|found|scientists|study|researchers; a|new|recent study
      trust me .. im|ive
    `,
    0.86: 'a top _ told; we increased|grew|cut|doubled .. #*',
    0.72: `
      ^ let me show you; ^ ive _ #*; according to; scientist|scientists|researchers found|say|discovered; backed by
      ^ i ve _ #; how i actually; we timed|counted|measured|tested; ^ i ve; science says
      ^ my _ process|setup|system|routine|strategy; clinically proven; my @role says|told|said|thinks
    `,
    0.7: '^ i own|run|manage|teach|coach',
  },
  social_proof: {
    0.93: `
      ^ #* @who|people .. use|used|switched|bought|tried|love|trust|joined|read; ^ over #* _ .. tried|bought|switched
      cant all be wrong; ^ even the; taken over my; i replaced # .. with; my new obsession
      got #* replies|likes|comments|dms; booked #*; # out of # _ recommend|quit
      #* people|customers|users|women|men|creators|founders|students|clients|reviews|downloads|moms|members|subscribers|marketers|teams|companies|businesses|of you|orders
      everyone is|s talking|using|buying|obsessed|switching|asking
      everyones talking|using|buying|obsessed|switching|asking; went viral; the viral; sold out; best seller|selling
      bestseller|bestselling; internet is obsessed; tiktok made me; # star; rave reviews|about; why is everyone
      ^ join; everyone keeps asking; you guys|all keep asking; you asked|requested; trusted by; switched to
      most requested|popular; by popular demand; ^ @who are|love|swear; swear by; helped #*; everyone needs
      ^ our customers|clients; ^ people keep; cant stop using|buying|talking
    `,
    0.9: `
      people stop|ask|asked me; everyone asks; loved by; as seen on; used by
      my friends|followers|husband|wife|kids|mom|roommate .. love|loves|loved|obsessed|hooked|stole|asked|asking|use|uses
      real results; made me buy; she|he|client|customer went from; # five; five star; community of; waitlist of
      all of my friends; cult following|favorite; goes viral; people cant stop|believe; best seller
      i finally tried|bought|caved; the hype is; turned me into a; everyone|everybody|internet is|are|s obsessed
      the whole|entire internet; #* million|people|views .. watched|seen; over #* people; #$? million|views .. views
      used by #*; # million people; are|is|everyones|feed obsessed with; whole feed; everyone in my
    `,
    0.7: `
      join #*; ^ #* .. people; thousands of; ^ even my; people .. asked; made #* _ cry|switch; ive ever bought|tried
    `,
    0.62: '^ every _ in|on|at|i',
  },
  experiment: {
    0.88: `
      ^ i|we tried|tested|test|wore|ate|drank|lived|survived|followed|quit|gave|stopped|did|used|trained|slept|spent|asked .. for|every|in #* .. @time
      ^ i|we tried|tested|survived; ^ i let; ^ i did .. every day|morning|night; ^ day # of; ^ day #
      ^ i spent # @time; ^ seeing how|if; ^ i asked #|chatgpt|ai|strangers; ^ we asked; ^ i put .. to the test
      ^ lets see if; ^ lets test; heres my honest; ^ i only ate; ^ i bought the; ^ for # @time i
      ^ i swapped|replaced .. for # @time; ^ i gave .. # @time; ^ trying .. for; ^ testing
    `,
    0.81: `
      ^ # @time of; ^ # @time without|with|in|on; for # @time straight; # @time straight; i lived|live like
      i ate|drank only; every day for; ^ trying; for a|one|# week|month|day|year|days|weeks|hours|months
    `,
    0.68: `
      lets see if; ^ i bought; ^ i challenged; put it to the test; honest review; does it work; is it worth it
      worth the hype; my honest opinion|thoughts
    `,
    0.66: '^ i|we *ed; ^ i|we built|made|bought|paid|gave|spent|let|turned|took|went|ate|wore|asked|put|became',
  },
  comparison: {
    0.93: 'vs; versus; vs .; ^ cheap .. expensive; ^ this or that; ^ @thing a or',
    0.88: `
      ^ _ or _ ?; ^ _ _? or _ _? ?; i compared; head to head; ^ _ beats; is better; better :; ^ the difference
      what _ do vs; ^ broke .. rich; ^ @who who .. vs; which would you; cheaper than; half the price; # vs #
      difference between; the difference .. between|is; can you tell the difference; ^ # against #
    `,
    0.8: `
      ^ #$ _? .. vs|or|against #$; which one wins; heres the winner; compared to; side by side; heres the difference
      ^ what i ordered; ^ expectation|expectations ... reality; cheaper alternative; dupe; ^ is _ better than
      which is|one better; cant tell the difference; ^ the difference .. between; ^ stop comparing; better than my #$
      which one .. pick|choose|would; ^ same _ . different; ^ poor .. rich; ^ average .. elite; amateur .. pro
      beginner .. pro; beginners .. pros; beginners .. experts
    `,
    0.7: 'against; difference',
    0.6: 'which one|of the',
    0.5: '^ @who who .. @who who; ^ most .. but the best; ^ bad .. good; ^ old .. new; ^ before :',
  },
  ranking: {
    0.93: `
      ^ ranking; ^ rating; ^ i ranked|rated; tier list; worst to best; best to worst; ^ rank; ^ ranked; out of #|ten :
      ^ lets rank|rate; ^ rate my; tier; ^ i tried|tested|ate|bought every
    `,
  },
};
